import { registerField } from '../../../ui/fields/register-field.ts'
import { useControlledField } from '../../../ui/fields/use-controlled-field.ts'
import { AddressFields, TwoColumns } from '../../lawyers/ui/profile-fields.tsx'
import type { StepProps } from './step-props.ts'

/** Second step: where the lawyer works (ONP-22 to ONP-27). */
export function AddressStep({ form }: StepProps) {
  const region = useControlledField(form.control, 'location.region')
  const commune = useControlledField(form.control, 'location.commune')
  return (
    <TwoColumns>
      <AddressFields
        location={{
          value: { region: region.value, commune: commune.value },
          onChange: (next) => {
            if (next.region !== region.value) region.onChange(next.region)
            if (next.commune !== commune.value) commune.onChange(next.commune)
          },
          onBlur: (part) => ({ region, commune })[part].onBlur(),
          errors: { region: region.error, commune: commune.error },
          regionRef: region.ref,
          communeRef: commune.ref,
        }}
        street={registerField(form, 'addressStreet')}
        number={{ ...registerField(form, 'addressNumber'), optional: true }}
        apartment={registerField(form, 'addressApartment')}
      />
    </TwoColumns>
  )
}
