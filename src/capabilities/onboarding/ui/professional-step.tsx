import { Controller } from 'react-hook-form'
import { UNIVERSITIES } from '../../../chile/universities.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import {
  DESCRIPTION_MAX,
  EXPERIENCE_MAX,
  GRADUATION_YEAR_MIN,
  latestGraduationYear,
  PRICE_MAX,
  PRICE_STEP,
} from '../../lawyers/schema.ts'
import { SpecialtyPicker } from '../../lawyers/ui/specialty-picker.tsx'
import { type StepProps, StepSection, TwoColumns } from './form-parts.tsx'
import { IdCardField } from './id-card-field.tsx'

const universities = UNIVERSITIES.map((name) => ({ value: name, label: name }))

/** ONP-28 to ONP-39: card, studies and practice. */
export function ProfessionalStep({ form: { control, register, formState }, start }: StepProps) {
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="idCard"
        render={({ field: { name: _name, ...field } }) => (
          <IdCardField {...field} onFile={start.idCard} error={errors.idCard?.message} />
        )}
      />
      <StepSection title="Tus estudios">
        <TwoColumns>
          <Controller
            control={control}
            name="university"
            render={({ field: { onChange, ...field } }) => (
              <Combobox
                {...field}
                label="Universidad"
                hint="Si no está en la lista, elige «Otra»."
                placeholder="Elige o busca tu universidad"
                options={universities}
                onChange={(chosen) => onChange(chosen ?? '')}
                error={errors.university?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="graduationYear"
            render={({ field }) => (
              <NumberField
                {...field}
                year
                label="Año de titulación"
                hint="El de tu título de abogado."
                placeholder="Por ejemplo, 2015"
                min={GRADUATION_YEAR_MIN}
                max={latestGraduationYear()}
                error={errors.graduationYear?.message}
              />
            )}
          />
        </TwoColumns>
      </StepSection>
      <StepSection title="Tu práctica">
        <Controller
          control={control}
          name="specialties"
          render={({ field: { name: _name, ...field } }) => (
            <SpecialtyPicker {...field} error={errors.specialties?.message} />
          )}
        />
        <TwoColumns>
          <Controller
            control={control}
            name="experience"
            render={({ field }) => (
              <NumberField
                {...field}
                label="Años de experiencia"
                suffix="años"
                max={EXPERIENCE_MAX}
                error={errors.experience?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="price"
            render={({ field }) => (
              <NumberField
                {...field}
                label="Precio por consulta"
                prefix="$"
                suffix="CLP"
                step={PRICE_STEP}
                max={PRICE_MAX}
                error={errors.price?.message}
              />
            )}
          />
        </TwoColumns>
        <TextArea
          label="Descripción"
          hint="Cuenta cómo trabajas. Es lo primero que leerá un cliente."
          required
          rows={4}
          limit={DESCRIPTION_MAX}
          error={errors.description?.message}
          {...register('description')}
        />
      </StepSection>
    </>
  )
}
