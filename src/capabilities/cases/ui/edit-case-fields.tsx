import { REGIONS } from '../../../chile/regions.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { Select } from '../../../ui/lists/select.tsx'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { OTHER_QUESTION, OTHER_SPECIALTY } from '../intake/questions.ts'
import { WizardQuestions } from './wizard-questions.tsx'
import { type WizardStepProps, withSpecialty } from './wizard-values.ts'

const specialties = optionsOf(CASE_SPECIALTIES)
const communes = REGIONS.map(({ name, communes: items }) => ({ label: name, items: optionsOf(items) }))

/** SEG-32: all questions of the wizard on one page. */
export function EditCaseFields({ values, problems, onChange }: WizardStepProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Select
        label="Especialidad de tu caso"
        options={specialties}
        value={values.specialty}
        onChange={(specialty) => onChange((before) => withSpecialty(before, specialty))}
        error={problems.get('specialty')}
      />
      {values.specialty === OTHER_SPECIALTY && (
        <TextArea
          label={OTHER_QUESTION}
          required
          value={values.otherText}
          onChange={({ target }) => onChange((before) => ({ ...before, otherText: target.value }))}
          error={problems.get('otherText')}
        />
      )}
      <WizardQuestions values={values} problems={problems} onChange={onChange} onForget={() => {}} />
      <Combobox
        label="Comuna donde ocurren los hechos"
        placeholder="Elige o busca la comuna"
        options={communes}
        value={values.commune}
        onChange={(commune) => onChange((before) => ({ ...before, commune: commune ?? '' }))}
        error={problems.get('commune')}
      />
    </div>
  )
}
