import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { matchingOptions, optionsOf, resultCountText } from '../../../ui/lists/options.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { MAX_OTHER_LENGTH } from '../intake/answers.ts'
import { OTHER_QUESTION, OTHER_SPECIALTY } from '../intake/questions.ts'
import { SafetyNotice } from './safety-notice.tsx'
import { type ClassifyProblem, useProblemClassification } from './use-problem-classification.ts'
import { type WizardStepProps, withSpecialty } from './wizard-values.ts'

const options = optionsOf(CASE_SPECIALTIES)

interface Props extends WizardStepProps {
  initialQuery: string
  classify: ClassifyProblem
  onForget(): void
}

/** WIZ-08 to WIZ-13: selects one of the 16 specialties, by name or by describing the problem. */
export function WizardSpecialty({ values, problems, onChange, initialQuery, classify, onForget }: Props) {
  const [query, setQuery] = useState(values.specialty === '' ? initialQuery : '')
  const nameMatches = matchingOptions(options, query) as typeof options
  const isFreeText = nameMatches.length === 0
  const { isClassifying, specialties, danger } = useProblemClassification(isFreeText ? query : '', classify)
  const found = isFreeText ? specialties : nameMatches.map(({ value }) => value)
  // Always show the selected option, and «Otro» when no name matches.
  const shown = options.filter(
    ({ value }) =>
      found.includes(value) || value === values.specialty || (isFreeText && value === OTHER_SPECIALTY),
  )
  const choose = (specialty: string) => onChange((before) => withSpecialty(before, specialty))
  const chooseOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const [only] = found
    if (only && found.length === 1) choose(only)
  }
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <TextField
          label="Busca tu especialidad"
          hint="Escribe su nombre o cuenta con tus palabras lo que te pasa."
          type="search"
          placeholder="Por ejemplo, me echaron sin aviso"
          autoComplete="off"
          enterKeyHint="done"
          end={<Search aria-hidden="true" className="size-4.5" />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={chooseOnEnter}
          error={problems.get('specialty')}
          className="md:max-w-120"
        />
        <p role="status" className={isFreeText ? 'text-muted' : 'sr-only'}>
          {isFreeText
            ? classificationText(isClassifying, specialties.length)
            : query.trim() && resultCountText(nameMatches.length)}
        </p>
      </div>
      {danger && <SafetyNotice onForget={onForget} />}
      <RadioGroup
        label="Especialidad de tu caso"
        options={shown}
        value={values.specialty}
        onChange={choose}
        className="md:[&>[role=radiogroup]]:grid-cols-2"
      />
      {values.specialty === OTHER_SPECIALTY && (
        <TextArea
          label={OTHER_QUESTION}
          required
          value={values.otherText}
          // WIZ-07: show the limit only when it is exceeded.
          {...(values.otherText.length > MAX_OTHER_LENGTH && { limit: MAX_OTHER_LENGTH })}
          onChange={({ target }) => onChange((before) => ({ ...before, otherText: target.value }))}
          error={problems.get('otherText')}
        />
      )}
    </>
  )
}

function classificationText(isClassifying: boolean, count: number): string {
  if (isClassifying) return 'Leyendo lo que escribiste…'
  if (count === 0)
    return `No se encontró la especialidad. Prueba con otra palabra o elige «${OTHER_SPECIALTY}» y cuéntanos de qué se trata.`
  return `Por lo que escribiste, puede ser ${count === 1 ? 'esta' : 'una de estas'}. Si no, elige «${OTHER_SPECIALTY}» y cuéntanos de qué se trata.`
}
