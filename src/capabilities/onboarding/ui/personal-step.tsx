import { useWatch } from 'react-hook-form'
import { completeRut, formatRut } from '../../../chile/rut.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { PhoneField } from '../../../ui/fields/phone-field.tsx'
import { registerPrefilled } from '../../../ui/fields/register-prefilled.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useControlledField } from '../../../ui/fields/use-controlled-field.ts'
import { AGE_MIN, EARLIEST_BIRTH_DATE, latestBirthDate } from '../../lawyers/schema.ts'
import { AvatarField } from '../../lawyers/ui/avatar-field.tsx'
import { TwoColumns } from '../../lawyers/ui/profile-fields.tsx'
import type { StepProps } from './step-props.ts'

/** First step: personal data (ONP-09 to ONP-21). */
export function PersonalStep({ form, start, lost }: StepProps) {
  const { control, setValue } = form
  const [firstName, lastName, avatar] = useWatch({ control, name: ['firstName', 'lastName', 'avatar'] })
  const rut = registerPrefilled(form, 'rut')
  const phoneNumber = useControlledField(control, 'phoneNumber')
  /** Formats a complete RUT (OPEN-62, H-09). */
  const formatIfComplete = (text: string) => {
    const complete = completeRut(text)
    if (complete) setValue('rut', formatRut(complete))
  }
  return (
    <>
      <AvatarField
        optional
        name={`${firstName} ${lastName}`}
        src={start.avatarUrl}
        photo={avatar}
        onChange={(photo) => setValue('avatar', photo, { shouldDirty: true })}
        note={lost.avatar && !avatar ? 'Vuelve a elegir tu foto.' : undefined}
      />
      <TwoColumns>
        <TextField
          label="Nombre"
          autoComplete="given-name"
          required
          {...registerPrefilled(form, 'firstName')}
        />
        <TextField
          label="Apellido"
          autoComplete="family-name"
          required
          {...registerPrefilled(form, 'lastName')}
        />
        <TextField
          label="RUT"
          hint="Con dígito verificador. El guion lo ponemos nosotros."
          placeholder="12.345.678-5"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...rut}
          onKeyDown={(event) => {
            // Enter submits the step without leaving the field.
            if (event.key === 'Enter') formatIfComplete(event.currentTarget.value)
          }}
          onBlur={(event) => {
            formatIfComplete(event.target.value)
            void rut.onBlur(event)
          }}
        />
        <PhoneField label="Teléfono" hint="Los 8 dígitos de tu celular." required {...phoneNumber} />
        <DateField
          label="Fecha de nacimiento"
          hint={`Debes tener ${AGE_MIN} años o más.`}
          autoComplete="bday"
          required
          {...registerPrefilled(form, 'birthDate')}
          min={EARLIEST_BIRTH_DATE}
          max={latestBirthDate()}
        />
      </TwoColumns>
      <p className="text-small text-muted">
        Tu RUT, tu teléfono, tu fecha de nacimiento y tu calle no se muestran en tu perfil público.
      </p>
    </>
  )
}
