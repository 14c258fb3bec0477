import { UNIVERSITIES } from '../../../chile/universities.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { registerField } from '../../../ui/fields/register-field.ts'
import { useControlledField } from '../../../ui/fields/use-controlled-field.ts'
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
  const idCard = useControlledField(control, 'idCard')
  const university = useControlledField(control, 'university')
  const graduationYear = useControlledField(control, 'graduationYear')
  const specialties = useControlledField(control, 'specialties')
  const experience = useControlledField(control, 'experience')
  const price = useControlledField(control, 'price')
  return (
    <>
      <IdCardField
        {...idCard}
        onFile={start.idCard}
        isLost={lost.idCard && !(idCard.value instanceof File)}
      />
      <FormSection title="Tus estudios">
        <TwoColumns>
          <Combobox
            {...university}
            label="Universidad"
            hint='Si no está en la lista, elige "Otra".'
            placeholder="Elige o busca tu universidad"
            options={universities}
            onChange={(chosen) => university.onChange(chosen ?? '')}
          />
          <NumberField
            {...graduationYear}
            year
            label="Año de titulación"
            hint="El de tu título de abogado."
            placeholder="Por ejemplo, 2015"
            min={GRADUATION_YEAR_MIN}
            max={latestGraduationYear()}
          />
        </TwoColumns>
      </FormSection>
      <FormSection title="Tu práctica">
        <SpecialtyPicker {...specialties} />
        <TwoColumns>
          <NumberField {...experience} label="Años de experiencia" suffix="años" max={EXPERIENCE_MAX} />
          <PriceField {...price} label="Precio por consulta" />
        </TwoColumns>
        <DescriptionField label="Descripción" rows={4} {...registerField(form, 'description')} />
      </FormSection>
    </>
  )
}
