import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { foundOptions, foundText } from '../../../ui/options.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { OTHER_MAX } from '../intake/answers.ts'
import { OTHER, OTHER_QUESTION } from '../intake/questions.ts'
import { type WizardStepProps, withSpecialty } from './wizard-values.ts'

const options = CASE_SPECIALTIES.map((name) => ({ value: name, label: name }))

/** WIZ-08 to WIZ-13: one of the 16, all in sight, found by typing too. */
export function WizardSpecialty({ values, problems, onChange }: WizardStepProps) {
  const [query, setQuery] = useState('')
  const found = foundOptions(options, query) as typeof options
  // What was chosen stays in sight, whatever is looked for.
  const shown = options.filter((option) => found.includes(option) || option.value === values.specialty)
  const choose = (specialty: string) => onChange((before) => withSpecialty(before, specialty))
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const [only] = found
    if (only && found.length === 1) choose(only.value)
  }
  return (
    <>
      <TextField
        label="Busca tu especialidad"
        type="search"
        placeholder="Por ejemplo, arriendo"
        autoComplete="off"
        enterKeyHint="done"
        end={<Search aria-hidden="true" className="size-4.5" />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={key}
        error={problems.get('specialty')}
        className="md:max-w-86"
      />
      <p role="status" className="sr-only">
        {query.trim() && foundText(found.length)}
      </p>
      {found.length === 0 && (
        <p className="text-muted">
          No se encontró la especialidad. Prueba con otra palabra o elige «{OTHER}» y cuéntanos de qué se
          trata.
        </p>
      )}
      <RadioGroup
        label="Especialidad de tu caso"
        options={
          found.length === 0
            ? options.filter(({ value }) => value === OTHER || value === values.specialty)
            : shown
        }
        value={values.specialty}
        onChange={choose}
        className="md:[&>[role=radiogroup]]:grid-cols-2"
      />
      {values.specialty === OTHER && (
        <TextArea
          label={OTHER_QUESTION}
          required
          value={values.otherText}
          // WIZ-07: said to those alone whom it concerns.
          {...(values.otherText.length > OTHER_MAX && { limit: OTHER_MAX })}
          onChange={({ target }) => onChange((before) => ({ ...before, otherText: target.value }))}
          error={problems.get('otherText')}
        />
      )}
    </>
  )
}
