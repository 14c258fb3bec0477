import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rpc } from '../../../platform/rpc/client.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Select } from '../../../ui/lists/select.tsx'
import type { ModerationContract } from '../contract.ts'
import { isHideable, ruleText } from '../rules.ts'
import {
  DECISIONS,
  type Decision,
  decideInput,
  MAX_REASON,
  type QueuedReport,
  RULES,
  SUSPENSION_DAYS,
  SUSPENSION_REVIEW_DAYS,
} from '../schema.ts'
import { Failed } from './failed.tsx'

const RULE_OPTIONS = RULES.map((_, at) => ({ value: String(at + 1), label: ruleText(at + 1) }))
const NO_END = 'sin-fecha'
const LENGTHS = [
  ...SUSPENSION_DAYS.map((days) => ({ value: String(days), label: `${days} días` })),
  { value: NO_END, label: 'Sin fecha' },
]

/** What «Ocultar contenido» does here, or why it is not offered. */
const HIDING: Readonly<Record<QueuedReport['object'], string>> = {
  message: 'Un mensaje nunca se oculta: es de sus dos partes.',
  conversation: 'Un mensaje nunca se oculta: es de sus dos partes.',
  profile: 'Ocultar quita la descripción del perfil; el resto se sigue mostrando.',
  review: 'Ocultar quita la reseña, que deja de contar.',
}

/** DAT-69, DAT-70: the decision of a report. What was typed stays until it is made. */
export function DecisionForm({ report, refresh }: { report: QueuedReport; refresh(): Promise<void> }) {
  const [decision, setDecision] = useState<string | null>(null)
  const [rule, setRule] = useState(() => String(RULES.indexOf(report.reason) + 1))
  const [days, setDays] = useState('30')
  const [reason, setReason] = useState('')
  const [isUrgent, setUrgent] = useState(false)
  const [urgentReason, setUrgentReason] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const isSuspension = decision === 'suspender'
  const input = {
    id: report.id,
    decision: decision as Decision,
    ...(decision !== 'sin_infraccion' && { rule: Number(rule) }),
    reason,
    ...(isSuspension && {
      days: days === NO_END ? null : (Number(days) as (typeof SUSPENSION_DAYS)[number]),
    }),
    ...(isSuspension && isUrgent && { urgentReason }),
  }
  const { submit, pending, failure } = useSubmit(() => rpc<ModerationContract>('moderation').decide(input), {
    onShown: ({ fields }) => setProblems(fields),
    onDone() {
      toast({ kind: 'success', text: 'Decisión registrada.' })
      return refresh()
    },
  })
  const decisions = (Object.keys(DECISIONS) as Decision[])
    .filter((value) => value !== 'ocultar' || isHideable(report.object))
    .map((value) => ({ value, label: DECISIONS[value] }))
  const form = useRef<HTMLFormElement>(null)
  const send = () => {
    const found = problemsOf(decideInput.safeParse(input))
    if (decision === null) found.decision = 'Elige una decisión.'
    flushSync(() => setProblems(found))
    if (Object.keys(found).length === 0) void submit()
    else focusFirstInvalid(form.current)
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid gap-5 px-5 pt-2 pb-5 md:px-6">
        <ErrorSummary problems={problems} />
        <RadioGroup
          label="Decisión"
          hint={HIDING[report.object]}
          options={decisions}
          value={decision}
          onChange={(value) => {
            setDecision(value)
            setProblems({})
          }}
          error={problems.decision}
        />
        {isSuspension && (
          <RadioGroup
            label="Duración"
            look="pills"
            hint={`Sin fecha, la revisamos cada ${SUSPENSION_REVIEW_DAYS} días.`}
            options={LENGTHS}
            value={days}
            onChange={setDays}
          />
        )}
        {decision !== 'sin_infraccion' && (
          <Select
            label="Regla"
            options={RULE_OPTIONS}
            value={rule}
            onChange={setRule}
            error={problems.rule}
          />
        )}
        <TextArea
          label="Motivo"
          hint={
            decision === 'sin_infraccion'
              ? 'Al menos 20 caracteres. Queda en el registro.'
              : 'Al menos 20 caracteres. Lo leerá la persona.'
          }
          limit={MAX_REASON}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setProblems({})
          }}
          error={problems.reason}
        />
        {isSuspension && isUrgent && (
          <TextArea
            label="Riesgo grave"
            hint="Por qué no puede esperar tres días. Al menos 20 caracteres. Lo leerá la persona."
            limit={MAX_REASON}
            value={urgentReason}
            onChange={(event) => {
              setUrgentReason(event.target.value)
              setProblems({})
            }}
            error={problems.urgentReason}
          />
        )}
        {isSuspension && !isUrgent && (
          <p className="-mt-2 text-small text-muted">Se anuncia 3 días antes, con espacio para responder.</p>
        )}
        {failure && Object.keys(failure.fields).length === 0 && <Failed text={failure.message} />}
      </div>
      <div className="flex flex-wrap gap-2.5 border-t border-line px-5 py-4 max-md:[&>button]:w-full md:px-6">
        <Button
          type="submit"
          variant={isSuspension && isUrgent ? 'danger-solid' : 'primary'}
          pending={pending}
        >
          {!isSuspension ? 'Decidir' : isUrgent ? 'Suspender ahora' : 'Anunciar suspensión'}
        </Button>
        {isSuspension && (
          <Button disabled={pending} onClick={() => setUrgent(!isUrgent)}>
            {isUrgent ? 'Anunciarla antes' : 'Riesgo grave: suspender ahora'}
          </Button>
        )}
      </div>
    </form>
  )
}
