import { Controller } from 'react-hook-form'
import { UNIVERSITIES } from '../../../chile/universities.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { registerField } from '../../../ui/fields/register-field.ts'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { EXPERIENCE_MAX, GRADUATION_YEAR_MIN, latestGraduationYear } from '../../lawyers/schema.ts'
import { DescriptionField, FormSection, PriceField, TwoColumns } from '../../lawyers/ui/profile-fields.tsx'
import { SpecialtyPicker } from '../../lawyers/ui/specialty-picker.tsx'
import { IdCardField } from './id-card-field.tsx'
import type { StepProps } from './step-props.ts'

const universities = optionsOf(UNIVERSITIES)

/** Third step: ID card, studies and practice (ONP-28 to ONP-39). */
export function ProfessionalStep({ form, start, lost }: StepProps) {
  const { control } = form
  const { errors } = form.formState
  return (
    <>
      <Controller
        control={control}
        name="idCard"
        render={({ field: { name: _name, ...field } }) => (
          <IdCardField
            {...field}
            onFile={start.idCard}
            isLost={lost.idCard && !(field.value instanceof File)}
            error={errors.idCard?.message}
          />
        )}
      />
      <FormSection title="Tus estudios">
        <TwoColumns>
          <Controller
            control={control}
            name="university"
            render={({ field: { onChange, ...field } }) => (
              <Combobox
                {...field}
                label="Universidad"
                hint='Si no está en la lista, elige "Otra".'
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
      </FormSection>
      <FormSection title="Tu práctica">
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
              <PriceField {...field} label="Precio por consulta" error={errors.price?.message} />
            )}
          />
        </TwoColumns>
        <DescriptionField label="Descripción" rows={4} {...registerField(form, 'description')} />
      </FormSection>
    </>
  )
}
