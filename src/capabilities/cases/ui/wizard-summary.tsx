import { type ReactNode, Suspense } from 'react'
import { REGIONS } from '../../../chile/regions.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { optionalLazy } from '../../../ui/boot/optional-lazy.ts'
import { FieldError } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { type IntakeField, questionAnswers } from '../intake/answers.ts'
import { isSafetySpecialty, OTHER_SPECIALTY, QUESTION_IDS } from '../intake/questions.ts'
import { isForMarket, type WizardStepProps } from './wizard-values.ts'

/** Only for cases about violence. */
const MailChoiceField = optionalLazy(
  () => import('../../safe-contact/ui/mail-choice-field.tsx'),
  (module) => module.MailChoiceField,
)

const communes = REGIONS.map(({ name, communes: items }) => ({
  label: name,
  items: optionsOf(items),
}))

/** PLZ-66. */
const VISIBILITIES = [
  {
    value: 'hidden',
    label: 'Solo el abogado que yo elija',
    text: 'Queda guardada, fuera del mercado. Puedes publicarla después desde tu panel.',
  },
  {
    value: 'market',
    label: 'Todos los abogados suscritos, sin mi nombre',
    text: 'Ocultamos los datos de contacto que reconocemos. Puedes sacarla del mercado cuando quieras.',
  },
]

/** WIZ-19 to WIZ-21: what will be published, with links to change each part, and the commune. */
export function WizardSummary({
  values,
  problems,
  onChange,
  onEdit,
}: WizardStepProps & { onEdit(step: number): void }) {
  const pairs = questionAnswers(values)
  const isOther = values.specialty === OTHER_SPECIALTY
  const fields: readonly IntakeField[] = isOther
    ? ['otherText']
    : QUESTION_IDS.map((id) => `answers.${id}` as const)
  return (
    <>
      <dl className="rounded-l border border-line bg-surface">
        <Part
          term="Especialidad"
          edit={<Edit what="la especialidad" onClick={() => onEdit(0)} />}
          problem={problems.get('specialty')}
        >
          {values.specialty}
        </Part>
        {pairs.map(({ question, answer }, index) => (
          <Part
            key={question}
            term={question}
            edit={index === 0 && <Edit what="tus respuestas" onClick={() => onEdit(isOther ? 0 : 1)} />}
            problem={problems.get(fields[index] ?? 'commune')}
          >
            {answer}
          </Part>
        ))}
      </dl>
      <Combobox
        label="Comuna donde ocurren los hechos"
        placeholder="Elige o busca la comuna"
        options={communes}
        value={values.commune}
        onChange={(commune) => onChange((before) => ({ ...before, commune: commune ?? '' }))}
        error={problems.get('commune')}
        className="md:max-w-86"
      />
      {isSafetySpecialty(values.specialty) && (
        <>
          <RadioGroup
            label="¿Quién puede ver tu causa?"
            options={VISIBILITIES}
            value={isForMarket(values) ? 'market' : 'hidden'}
            onChange={(chosen) => onChange((before) => ({ ...before, inMarket: chosen === 'market' }))}
          />
          <Suspense fallback={<div className="h-72" />}>
            <MailChoiceField />
          </Suspense>
        </>
      )}
      {isForMarket(values) && (
        <p className="text-small text-muted">
          Los abogados leen tu causa sin tu nombre. Ocultamos los RUT, teléfonos, correos, enlaces y
          direcciones que reconocemos en lo que escribiste.
        </p>
      )}
    </>
  )
}

function Part({
  term,
  edit,
  problem,
  children,
}: {
  term: string
  edit: ReactNode
  problem: string | undefined
  children: ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-line px-5 py-4 not-first:border-t">
      <dt className="text-small text-pretty text-muted">{term}</dt>
      <dd className="-my-2 row-span-2">{edit}</dd>
      <dd className="font-medium whitespace-pre-line wrap-anywhere">
        {children}
        {problem && <FieldError id={`${term}-error`}>{problem}</FieldError>}
      </dd>
    </div>
  )
}

function Edit({ what, onClick }: { what: string; onClick(): void }) {
  return (
    <Button variant="quiet" size="sm" data-leads-on="" onClick={onClick} className="-mr-3">
      Cambiar<span className="sr-only"> {what}</span>
    </Button>
  )
}
