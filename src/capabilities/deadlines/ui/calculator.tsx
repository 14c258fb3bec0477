import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import type { DeadlinesContract } from '../contract.ts'
import type { Calculated, CalculateInput, PublicRule, RulesBySubject } from '../schema.ts'
import { DeadlineCard } from './deadline-card.tsx'
import { countText } from './deadline-texts.ts'

export interface CalculatorProps {
  open: boolean
  onOpenChange(open: boolean): void
  subjects: RulesBySubject['subjects']
  /** The rule that was chosen in the list. */
  rule: string | null
}

interface Values {
  start: string
  numbers: Record<string, number | null>
  /** By the ids of the rule's suspensions; null: not ticked. */
  suspensions: Record<string, { from: string; to: string } | null>
}
const EMPTY: Values = { start: '', numbers: {}, suspensions: {} }

/** PLZ-43: the calculator, with the card as its result. Keeps nothing. */
export function Calculator({ open, subjects, rule: chosen }: CalculatorProps) {
  const [id, setId] = useState(chosen)
  const [values, setValues] = useState(EMPTY)
  const [result, setResult] = useState<Calculated | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const rule = subjects.flatMap(({ rules }) => rules).find((one) => one.id === id)

  const { submit, pending, failure, clear } = useSubmit(
    (input: CalculateInput) => rpc<DeadlinesContract>('deadlines').calculate(input),
    { onDone: setResult, toast: null, forVisitors: true },
  )
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' })
    const field = form.current?.querySelector<HTMLElement>(chosen === null ? 'input' : 'input[type="date"]')
    field?.focus({ preventScroll: true })
  }, [chosen])
  useEffect(() => {
    if (failure) focusFirstInvalid(form.current)
  }, [failure])

  /** A result is of the facts that are on the screen. */
  const change = (part: Partial<Values>) => {
    clear()
    setResult(null)
    setValues((now) => ({ ...now, ...part }))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(inputOf(id ?? '', rule, values))
  }
  const fields = failure?.fields ?? {}
  const hasFields = Object.keys(fields).length > 0
  if (!open) return null
  return (
    <div ref={box} className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <form ref={form} noValidate aria-labelledby="calculadora" onSubmit={send}>
          <h2 id="calculadora" className="text-h4">
            Calcula tu plazo
          </h2>
          <p className="mt-1 text-ui text-muted">No guardamos lo que escribes.</p>
          <div className="mt-5 grid max-w-160 grid-cols-[minmax(0,1fr)] gap-5">
            <Combobox
              label="¿Qué necesitas hacer?"
              placeholder="Escribe o elige de la lista"
              options={subjects.map(({ title, rules }) => ({
                label: title,
                items: rules.map(({ id: value, name }) => ({ value, label: name })),
              }))}
              value={id}
              error={fields.rule}
              onChange={(next) => {
                change(EMPTY)
                setId(next)
              }}
            />
            {rule?.term && <Facts rule={rule} values={values} problems={fields} onChange={change} />}
            {!rule && (
              <p className="text-small text-muted">También puedes elegirlo en la lista de más abajo.</p>
            )}
          </div>
          {failure && !hasFields && (
            <Notice kind="danger" live className="mt-5">
              {failure.message}
            </Notice>
          )}
          {(!rule || rule.term) && (
            <SubmitButton pending={pending} className="mt-5 max-md:w-full">
              Calcular
            </SubmitButton>
          )}
        </form>
      </Card>
      <p role="status" className="sr-only">
        {result?.deadline.date && countText(1)}
      </p>
      {rule && !rule.term && (
        <DeadlineCard
          title="Tu plazo"
          today={isoDay(new Date())}
          inputOf={() => inputOf(rule.id, rule, values)}
          deadlines={[{ rule, start: null, date: null, noDate: 'unconfirmed', said: null }]}
        />
      )}
      {result && (
        <DeadlineCard
          title="Tu plazo"
          today={result.today}
          deadlines={[result.deadline]}
          inputOf={() => inputOf(id ?? '', rule, values)}
        />
      )}
    </div>
  )
}

interface FactsProps {
  rule: PublicRule
  values: Values
  problems: Record<string, string>
  onChange(part: Partial<Values>): void
}

/** What the rule needs to know. */
function Facts({ rule, values, problems, onChange }: FactsProps) {
  const today = isoDay(new Date())
  const asked = (type: PublicRule['questions'][number]['type']) =>
    rule.questions.filter((question) => question.type === type)
  const conditions = asked('yes_no')
  return (
    <>
      {conditions.length > 0 && (
        <p className="text-ui">
          {`Este plazo es para ti si respondes que sí: ${conditions.map(({ text }) => text).join(' ')}`}
        </p>
      )}
      <DateField
        className="max-w-80"
        label={asked('date')[0]?.text ?? '¿Qué día fue?'}
        hint={`Se cuenta desde ${rule.start}.`}
        max={today}
        value={values.start}
        error={problems.start}
        onChange={({ target }) => onChange({ start: target.value })}
      />
      {asked('number').map(({ id, text }) => (
        <NumberField
          key={id}
          className="max-w-80"
          label={text}
          value={values.numbers[id] ?? null}
          max={99}
          error={problems[`facts.numbers.${id}`]}
          onChange={(number) => onChange({ numbers: { ...values.numbers, [id]: number } })}
        />
      ))}
      {rule.suspensions.length > 0 && (
        <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <legend className="text-ui font-semibold">¿Hubo alguno de estos trámites?</legend>
          {rule.suspensions.map((suspension) => (
            <SuspensionFields
              key={suspension.id}
              suspension={suspension}
              value={values.suspensions[suspension.id] ?? null}
              // The positions of `inputOf`: only ticked ones are sent.
              at={rule.suspensions
                .filter(({ id }) => values.suspensions[id])
                .findIndex(({ id }) => id === suspension.id)}
              today={today}
              problems={problems}
              onChange={(value) =>
                onChange({ suspensions: { ...values.suspensions, [suspension.id]: value } })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

interface SuspensionFieldsProps {
  suspension: PublicRule['suspensions'][number]
  value: { from: string; to: string } | null
  at: number
  today: string
  problems: Record<string, string>
  onChange(value: { from: string; to: string } | null): void
}

function SuspensionFields({ suspension, value, at, today, problems, onChange }: SuspensionFieldsProps) {
  const field = `facts.suspensions.${at}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Checkbox
        label={suspension.text}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? { from: '', to: '' } : null)}
      />
      {value && (
        <div className="grid items-end gap-4 md:grid-cols-2">
          <DateField
            label={suspension.fromText}
            max={today}
            value={value.from}
            error={problems[`${field}.from`]}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
          <DateField
            label={suspension.toText}
            hint="Si sigue, déjala vacía."
            optional
            max={today}
            value={value.to}
            error={problems[`${field}.to`]}
            onChange={({ target }) => onChange({ ...value, to: target.value })}
          />
        </div>
      )}
    </div>
  )
}

/** The call's input: only what this rule asks. */
function inputOf(
  id: string,
  rule: PublicRule | undefined,
  { start, numbers, suspensions }: Values,
): CalculateInput {
  const given = (rule?.suspensions ?? []).flatMap((one) => {
    const value = suspensions[one.id]
    return value ? [{ id: one.id, from: value.from, to: value.to || null }] : []
  })
  const counted = Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) => (number === null ? [] : [[name, number]])),
  )
  return {
    rule: id,
    start,
    facts: {
      ...(given.length > 0 && { suspensions: given }),
      ...(Object.keys(counted).length > 0 && { numbers: counted }),
    },
  }
}
