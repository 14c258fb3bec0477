import { useController } from 'react-hook-form'
import { registerField } from '../../../ui/fields/register-field.ts'
import { AddressFields, TwoColumns } from '../../lawyers/ui/profile-fields.tsx'
import type { StepProps } from './step-props.ts'

/** Second step: where the lawyer works (ONP-22 to ONP-27). */
export function AddressStep({ form }: StepProps) {
  const { control } = form
  const { errors } = form.formState
  const region = useController({ control, name: 'location.region' })
  const commune = useController({ control, name: 'location.commune' })
  const touch = { region: region.field.onBlur, commune: commune.field.onBlur }
  return (
    <TwoColumns>
      <AddressFields
        location={{
          value: { region: region.field.value, commune: commune.field.value },
          onChange: (next) => {
            if (next.region !== region.field.value) region.field.onChange(next.region)
            if (next.commune !== commune.field.value) commune.field.onChange(next.commune)
          },
          onBlur: (part) => touch[part](),
          errors: { region: errors.location?.region?.message, commune: errors.location?.commune?.message },
          regionRef: region.field.ref,
          communeRef: commune.field.ref,
        }}
        street={registerField(form, 'addressStreet')}
        number={{ ...registerField(form, 'addressNumber'), optional: true }}
        apartment={registerField(form, 'addressApartment')}
      />
    </TwoColumns>
  )
}
