import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import type { DeadlinesContract } from '../contract.ts'
import type { Deadline, ReadDeadlines, ReadInput } from '../schema.ts'
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

function Rows({ deadlines, today, commune }: ReadDeadlines & { commune: string | undefined }) {
  /** Rows whose day the person has given, by the id of the rule. */
  const [corrected, setCorrected] = useState<Record<string, Deadline>>({})
  if (deadlines.length === 0) return null
  const rows = deadlines.map((deadline) => corrected[deadline.rule.id] ?? deadline)
  const counted = rows.filter(({ date }) => date).length
  return (
    <>
      <p role="status" className="sr-only">
        {counted > 0 && countText(counted)}
      </p>
      <DeadlineCard
        title="Plazos que pueden estar corriendo"
        deadlines={rows}
        today={today}
        below={({ rule, start, noDate, said }) =>
          // Also after an answer, so that it can be corrected.
          (noDate === 'start_unknown' ||
            said?.isDoubtful ||
            said?.isExact === false ||
            corrected[rule.id]) && (
            <DayQuestion
              ruleId={rule.id}
              hint={`Se cuenta desde ${rule.start}.`}
              label={
                start !== null && said
                  ? `${said.isExact ? '' : 'Fecha aproximada. '}Entendimos el ${fullDay(start)}. ¿Es correcto?`
                  : '¿Qué día fue?'
              }
              commune={commune}
              start={start}
              onAnswer={(deadline) => setCorrected((all) => ({ ...all, [rule.id]: deadline }))}
            />
          )
        }
      />
    </>
  )
}

interface DayQuestionProps {
  ruleId: string
  label: string
  hint: string
  commune: string | undefined
  start: string | null
  onAnswer(deadline: Deadline): void
}

/** PLZ-20, PLZ-22: asks for the day that a text does not say, or not for sure. */
function DayQuestion({ ruleId, label, hint, commune, start, onAnswer }: DayQuestionProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [day, setDay] = useState(start ?? '')
  const { submit, pending, failure, clear } = useSubmit(
    () =>
      rpc<DeadlinesContract>('deadlines').calculate({
        rule: ruleId,
        start: day,
        ...(commune !== undefined && { facts: { commune } }),
      }),
    {
      onDone: ({ deadline }) => onAnswer(deadline),
      onShown: () => setTimeout(() => focusFirstInvalid(form.current)),
      toast: null,
      forVisitors: true,
    },
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="my-1.5 grid max-w-100 gap-2.5">
      <DateField
        id={id}
        label={label}
        hint={hint}
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
