import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../../chile/data-law.ts'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { ANSWER_DAYS, CHANGING_KINDS, complaintText, isReason } from '../request-rules.ts'
import {
  MAX_DETAILS,
  MESSAGES,
  type QueuedRequestView,
  REFUSAL_CAUSES,
  type RefusalCause,
} from '../schema.ts'
import { grantText } from './request-texts.ts'

interface AnswerDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange'> {
  request: QueuedRequestView
}

/** After a change, or when somebody else was first: the queue and the request are read again. */
function useAnswered() {
  const client = useQueryClient()
  return (text?: string) => {
    if (text) toast({ kind: 'success', text })
    const queries = privacyQueries()
    return Promise.all([
      client.invalidateQueries({ queryKey: queries.requestQueue.key() }),
      client.invalidateQueries({ queryKey: queries.openRequest.key() }),
    ])
  }
}

/** DAT-60: what the person will read. */
function Preview({ request: { number, received_at }, text }: { request: QueuedRequestView; text: string }) {
  return (
    <div>
      <h3 className="mb-2 font-sans text-ui font-semibold">Así le llegará la respuesta</h3>
      <div className="rounded-l border border-line bg-paper px-4 py-3.5 text-ui">
        <b className="block">{`Respondimos tu solicitud ${number}`}</b>
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{text || '…'}</p>
        <p className="mt-1 text-muted">{complaintText(received_at, new Date())}</p>
      </div>
    </div>
  )
}

const problemOf = (field: string, text: string): Record<string, string> =>
  isReason(text) ? {} : { [field]: MESSAGES.reasonTooShort }

const suggestedAnswer = ({ can_apply, about, new_value }: QueuedRequestView) =>
  can_apply ? `Corregimos tu dato «${about}». Ahora dice «${new_value}».` : ''

/** DAT-16, DAT-17: grants a request; a correction is done with it. */
export function GrantDialog({ request, ...dialog }: AnswerDialogProps) {
  const [answer, setAnswer] = useState(() => suggestedAnswer(request))
  const answered = useAnswered()
  const { id, kind, needs_done, effect } = request
  const [done, setDone] = useState('')
  const isReview = kind === 'revision'
  const [criteria, setCriteria] = useState('')
  const send = () =>
    rpc<PrivacyContract>('privacy').decideRequest({
      requestId: id,
      outcome: 'aceptada',
      cause: null,
      answer,
      criteria: isReview ? criteria : null,
      done: needs_done ? done : null,
    })
  const text = isReview
    ? `Criterios: ${criteria}

Decisión: ${answer}`
    : needs_done
      ? `Qué hicimos: ${done}

${answer}`
      : answer
  return (
    <SubmitDialog
      {...dialog}
      title={grantText(request)}
      confirmText={grantText(request)}
      description={effect ?? undefined}
      validate={() => ({
        ...(isReview && !isReason(criteria) && { criteria: MESSAGES.criteriaMissing }),
        ...(needs_done && !isReason(done) && { done: MESSAGES.doneMissing }),
        ...problemOf('answer', answer),
      })}
      send={send}
      onFailure={failureTextOf}
      onDone={() => answered('Respuesta enviada.')}
    >
      {(problems) => (
        <div className="grid gap-4">
          {isReview && (
            <TextArea
              label="Criterios"
              rows={3}
              limit={MAX_DETAILS}
              value={criteria}
              error={problems.criteria}
              onChange={(event) => setCriteria(event.currentTarget.value)}
            />
          )}
          {needs_done && <DoneField value={done} error={problems.done} onChange={setDone} />}
          <TextArea
            label={isReview ? 'Decisión' : 'Respuesta'}
            rows={4}
            limit={MAX_DETAILS}
            value={answer}
            error={problems.answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <Preview request={request} text={text} />
        </div>
      )}
    </SubmitDialog>
  )
}

/** DAT-17: what was done, where the system does nothing by itself. */
function DoneField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange(text: string): void
}) {
  return (
    <TextArea
      label="Qué se hizo"
      hint="El sistema no cambia nada por sí solo. La persona lo leerá."
      rows={3}
      limit={MAX_DETAILS}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const OUTCOMES = [
  { value: 'rechazada', label: 'Rechazar todo' },
  { value: 'parcial', label: 'Aceptar una parte' },
] as const

/** DAT-16: refuses a request, whole or in part, with its cause in the law. */
export function RefuseDialog({ request, ...dialog }: AnswerDialogProps) {
  const [outcome, setOutcome] = useState<'rechazada' | 'parcial'>('rechazada')
  const [cause, setCause] = useState<RefusalCause | null>(request.identity_lapsed ? 'identidad' : null)
  const [answer, setAnswer] = useState('')
  const [done, setDone] = useState('')
  const answered = useAnswered()
  const isBlock = request.kind === 'bloquear'
  const needsDone = outcome === 'parcial' && CHANGING_KINDS.includes(request.kind)
  return (
    <SubmitDialog
      {...dialog}
      title={isBlock ? 'Levantar el bloqueo con motivo' : 'Rechazar con motivo'}
      confirmText="Enviar respuesta"
      validate={() => ({
        ...(cause === null && { cause: MESSAGES.refusalCauseMissing }),
        ...(needsDone && !isReason(done) && { done: MESSAGES.doneMissing }),
        ...problemOf('answer', answer),
      })}
      send={() =>
        rpc<PrivacyContract>('privacy').decideRequest({
          requestId: request.id,
          outcome,
          cause,
          answer,
          criteria: null,
          done: needsDone ? done : null,
        })
      }
      onFailure={failureTextOf}
      onDone={() => answered('Respuesta enviada.')}
    >
      {(problems, clear) => (
        <div className="grid gap-4">
          {!request.identity_lapsed && !isBlock && (
            <RadioGroup
              label="Decisión"
              look="pills"
              options={OUTCOMES}
              value={outcome}
              onChange={(value) => setOutcome(value as typeof outcome)}
            />
          )}
          <RadioGroup
            label="Causa legal"
            options={Object.entries(REFUSAL_CAUSES).map(([value, label]) => ({ value, label }))}
            value={cause}
            error={problems.cause}
            onChange={(value) => {
              clear()
              setCause(value as RefusalCause)
            }}
          />
          {needsDone && <DoneField value={done} error={problems.done} onChange={setDone} />}
          <TextArea
            label="Motivo en este caso"
            rows={4}
            limit={MAX_DETAILS}
            value={answer}
            error={problems.answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <Preview request={request} text={needsDone ? `Qué hicimos: ${done}\n\n${answer}` : answer} />
        </div>
      )}
    </SubmitDialog>
  )
}

/** DAT-15 «Ampliar el plazo», once. */
export function ExtendDialog({ request, ...dialog }: AnswerDialogProps) {
  const [reason, setReason] = useState('')
  const answered = useAnswered()
  return (
    <SubmitDialog
      {...dialog}
      title="Ampliar el plazo"
      description={`Se puede una vez. El nuevo plazo será el ${formatLongDate(addDays(request.due_on, ANSWER_DAYS))}.`}
      confirmText="Ampliar el plazo"
      validate={() => problemOf('reason', reason)}
      send={() => rpc<PrivacyContract>('privacy').extendRequest({ requestId: request.id, reason })}
      onFailure={failureTextOf}
      onDone={() => answered('Plazo ampliado.')}
    >
      {(problems) => (
        <TextArea
          label="Motivo"
          hint="La persona lo leerá."
          rows={4}
          limit={MAX_DETAILS}
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </SubmitDialog>
  )
}

/** DAT-13: asks once for a proof of identity. */
export function IdentityDialog({ request, ...dialog }: AnswerDialogProps) {
  const answered = useAnswered()
  return (
    <SubmitDialog
      {...dialog}
      title="¿Pedir la prueba de su identidad?"
      confirmText="Pedir identidad"
      send={() => rpc<PrivacyContract>('privacy').askIdentity({ requestId: request.id })}
      onFailure={failureTextOf}
      onDone={() => answered('Le pedimos confirmar su identidad.')}
    >
      <p className="text-ui">Se puede una vez. El plazo para responder sigue corriendo.</p>
    </SubmitDialog>
  )
}
