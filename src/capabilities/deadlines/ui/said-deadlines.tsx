import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import type { DeadlinesContract } from '../contract.ts'
import type { CalculateInput, Deadline, ReadDeadlines, ReadInput } from '../schema.ts'
import { DeadlineCard } from './deadline-card.tsx'
import { countText, fullDay } from './deadline-texts.ts'

/** PLZ-24 to PLZ-27: the deadlines of a text that somebody searched with. Nothing without any. */
export function SaidDeadlines({ text, specialty, commune }: ReadInput) {
  const input: ReadInput = { text, specialty, ...(commune !== undefined && { commune }) }
  // Not kept longer than it is shown (PLZ-23).
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['deadlines', 'read', input],
    queryFn: ({ signal }) => rpc<DeadlinesContract>('deadlines').read(input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (data) return <Rows key={JSON.stringify(input)} {...data} commune={commune} />
  if (!error) return null
  return (
    <p role="status" className="text-ui text-muted">
      No pudimos revisar plazos.{' '}
      <Button variant="quiet" size="sm" pending={isFetching} onClick={() => void refetch()}>
        Reintentar
      </Button>
    </p>
  )
}

/** Whether the person is asked for the day: unknown, one of two, or approximate (PLZ-20, PLZ-22, PLZ-19). */
const asksDay = ({ noDate, said }: Deadline) =>
  noDate === 'start_unknown' || said?.isDoubtful === true || said?.isExact === false

/** Rows that were read from the same words have one question. */
const sameWords = (one: Deadline, other: Deadline) =>
  one === other || (one.said !== null && one.said.words === other.said?.words && one.start === other.start)

function Rows({ deadlines, today, commune }: ReadDeadlines & { commune: string | undefined }) {
  /** Rows whose day the person has given, by the id of the rule. */
  const [corrected, setCorrected] = useState<Record<string, Deadline>>({})
  if (deadlines.length === 0) return null
  const rows = deadlines.map((deadline) => corrected[deadline.rule.id] ?? deadline)
  const counted = rows.filter(({ date }) => date).length
  const calculate = async (asked: Deadline, start: string) => {
    const answers = await Promise.all(
      deadlines
        .filter((one) => sameWords(one, asked))
        .map(({ rule }) => rpc<DeadlinesContract>('deadlines').calculate(inputOf(rule.id, start, commune))),
    )
    const changed = answers.map(({ deadline }) => [deadline.rule.id, deadline] as const)
    setCorrected((all) => ({ ...all, ...Object.fromEntries(changed) }))
  }
  return (
    <>
      <p role="status" className="sr-only">
        {counted > 0 && countText(counted)}
      </p>
      <DeadlineCard
        title="Plazos que pueden estar corriendo"
        deadlines={rows}
        today={today}
        inputOf={({ rule, start }) => inputOf(rule.id, start ?? '', commune)}
        below={({ rule }) => {
          const asked = deadlines.find((one) => one.rule.id === rule.id)
          const isFirst = asked && deadlines.find((one) => sameWords(one, asked)) === asked
          // It stays after an answer, so that the day can be corrected.
          return isFirst && asksDay(asked) && <DayQuestion asked={asked} onAnswer={calculate} />
        }}
      />
    </>
  )
}

const inputOf = (rule: string, start: string, commune: string | undefined): CalculateInput => ({
  rule,
  start,
  ...(commune !== undefined && { facts: { commune } }),
})

interface DayQuestionProps {
  asked: Deadline
  onAnswer(asked: Deadline, start: string): Promise<void>
}

/** PLZ-20, PLZ-22: asks for the day that a text does not say, or not for sure. */
function DayQuestion({ asked, onAnswer }: DayQuestionProps) {
  const { rule, start, said } = asked
  const form = useRef<HTMLFormElement>(null)
  const [day, setDay] = useState(start ?? '')
  const { submit, pending, failure, clear } = useSubmit(() => onAnswer(asked, day), {
    toast: null,
    forVisitors: true,
  })
  useEffect(() => {
    if (failure) focusFirstInvalid(form.current)
  }, [failure])
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="my-1.5 grid max-w-100 gap-2.5">
      <DateField
        label={
          start !== null && said
            ? `${said.isExact ? '' : 'Fecha aproximada. '}Entendimos el ${fullDay(start)}. ¿Es correcto?`
            : '¿Qué día fue?'
        }
        hint={`Se cuenta desde ${rule.start}.`}
        max={isoDay(new Date())}
        value={day}
        error={failure ? (failure.fields.start ?? failure.message) : undefined}
        onChange={({ target }) => {
          clear()
          setDay(target.value)
        }}
      />
      <div>
        <Button type="submit" size="sm" pending={pending}>
          {start === null ? 'Calcular' : 'Usar esta fecha'}
        </Button>
      </div>
    </form>
  )
}
