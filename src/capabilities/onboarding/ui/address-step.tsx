import { useController } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'
import { CommuneFields } from '../../lawyers/ui/commune-fields.tsx'
import { type StepProps, TwoColumns } from './form-parts.tsx'

/** ONP-22 to ONP-27: where the lawyer works. */
export function AddressStep({ form: { control, register, formState } }: StepProps) {
  const { errors } = formState
  const region = useController({ control, name: 'location.region' })
  const commune = useController({ control, name: 'location.commune' })
  const touch = { region: region.field.onBlur, commune: commune.field.onBlur }
  return (
    <TwoColumns>
      <CommuneFields
        value={{ region: region.field.value, commune: commune.field.value }}
        onChange={(next) => {
          if (next.region !== region.field.value) region.field.onChange(next.region)
          if (next.commune !== commune.field.value) commune.field.onChange(next.commune)
        }}
        onBlur={(part) => touch[part]()}
        errors={{ region: errors.location?.region?.message, commune: errors.location?.commune?.message }}
        regionRef={region.field.ref}
        communeRef={commune.field.ref}
      />
      <TextField
        label="Calle"
        autoComplete="address-line1"
        required
        className="md:col-span-2"
        error={errors.addressStreet?.message}
        {...register('addressStreet')}
      />
      <TextField
        label="Número"
        optional
        autoComplete="off"
        error={errors.addressNumber?.message}
        {...register('addressNumber')}
      />
      <TextField
        label="Departamento u oficina"
        optional
        autoComplete="off"
        error={errors.addressApartment?.message}
        {...register('addressApartment')}
      />
    </TwoColumns>
  )
}
