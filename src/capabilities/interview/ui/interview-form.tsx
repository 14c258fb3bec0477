import { ArrowLeft } from 'lucide-react'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '../../../chile/dates.ts'
import { UnsavedChangesPrompt } from '../../../site/forms/unsaved-changes-prompt.tsx'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Select } from '../../../ui/lists/select.tsx'
import {
  findMissing,
  findTooLong,
  type InterviewErrors,
  maySend,
  mayWriteAny,
  missingMessage,
} from '../rules.ts'
import { type Interview, type InterviewTexts, MESSAGES, STATUS_LABELS, TEXT_MAX } from '../schema.ts'
import { removeInterview } from './interview-storage.ts'
import { type InterviewLawyer, useInterview, type Writer } from './use-interview.ts'

const loadDialog = () => import('./remove-interview-dialog.tsx')

interface FieldTexts {
  field: keyof InterviewTexts
  /** For the client, and for everybody else. */
  label: [string, string]
  /** By role of the reader. */
  hint: Partial<Record<Writer['role'], string>>
}

const FIELDS: FieldTexts[] = [
  {
    field: 'clientProblem',
    label: ['Tu problema', 'Problema del cliente'],
    hint: { client: 'Qué pasó, cuándo y con quién. Mientras más concreto, mejor.' },
  },
  {
    field: 'clientGoal',
    label: ['Tu objetivo', 'Objetivo del cliente'],
    hint: { client: 'Qué te gustaría lograr con la ayuda de un abogado.' },
  },
  {
    field: 'lawyerRecommendation',
    label: ['Recomendación del abogado', 'Recomendación del abogado'],
    hint: { client: 'La completa solo el abogado.', lawyer: 'Qué le aconsejas y cuál es el siguiente paso.' },
  },
]

/** INT-01 to INT-10, OPEN-57: the initial interview, stored only in this browser. */
export function InterviewForm({ writer, subject }: { writer: Writer; subject: InterviewLawyer }) {
  const interview = useInterview(writer, subject)
  const { ready, texts, state, stored, received } = interview
  const navigate = useNavigate()
  const failures = useFailureToast()
  const [problems, setProblems] = useState<InterviewErrors>({})
  const [failed, setFailed] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const head = useRef<HTMLElement>(null)
  const canWrite = ready && mayWriteAny(writer.role, state)
  const canSend = ready && maySend(writer.role, state, received.length > 0)
  const isLawyer = writer.role === 'lawyer'

  const fail = (text: string, found: InterviewErrors = {}) => {
    setProblems(found)
    setFailed(text)
    failures.show({ text })
    const first = FIELDS.find(({ field }) => found[field] && interview.mayWrite(field))
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus()
  }
  const clearErrors = () => {
    failures.dismiss()
    setProblems({})
    setFailed(null)
  }
  const save = () => {
    clearErrors()
    const found = findTooLong(texts)
    if (Object.keys(found).length > 0) return fail(MESSAGES.notSaved, found)
    if (!interview.save()) return fail(MESSAGES.notSaved)
    toast({ kind: 'success', text: MESSAGES.saved })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    clearErrors()
    const missing = findMissing(writer.role, texts)
    if (Object.keys(missing).length > 0) return fail(missingMessage(missing), missing)
    const found = findTooLong(texts)
    if (Object.keys(found).length > 0) return fail(MESSAGES.notSent, found)
    if (!interview.send()) return fail(MESSAGES.notSent)
    toast({ kind: 'success', text: MESSAGES.sent })
    if (isLawyer) head.current?.focus()
    else void navigate('/client-dashboard')
  }

  return (
    <>
      <TextLink to={`/lawyer/${subject.lawyerId}`} className="mt-5 text-muted">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Volver al perfil
      </TextLink>
      <Head ref={head} subject={subject} status={state.status} stored={stored} />
      {writer.role === 'admin' && (
        <Notice kind="accent" className="mb-5">
          {MESSAGES.partiesOnly}
        </Notice>
      )}
      <Notice className="mb-5">{`${MESSAGES.onlyHere}${ready && !canWrite ? '' : ' El borrador se borra cuando cierras sesión.'}`}</Notice>
      {isLawyer && ready && received.length === 0 && (
        <Notice kind="accent" className="mb-5">
          {writer.id === subject.lawyerId ? MESSAGES.noneYet : MESSAGES.noneForYou}
        </Notice>
      )}
      {isLawyer && ready && received.length > 0 && (
        <Select
          className="mb-5 max-w-110"
          label="Entrevista de"
          options={received.map(({ clientId, clientName }) => ({ value: clientId, label: clientName }))}
          value={interview.clientId}
          onChange={interview.selectClient}
        />
      )}
      <form ref={form} method="post" noValidate onSubmit={send}>
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {FIELDS.map(({ field, label, hint }) => (
            <TextArea
              key={field}
              name={field}
              label={label[writer.role === 'client' ? 0 : 1]}
              hint={
                field === 'lawyerRecommendation' || state.status === 'draft' ? hint[writer.role] : undefined
              }
              rows={field === 'clientProblem' ? 6 : 4}
              limit={interview.mayWrite(field) ? TEXT_MAX : undefined}
              readOnly={!interview.mayWrite(field)}
              value={texts[field]}
              onChange={(event) => interview.setText(field, event.currentTarget.value)}
              error={problems[field]}
            />
          ))}
          {failed && <Notice kind="danger">{failed}</Notice>}
          {canWrite && (
            <div className="grid gap-3 md:flex md:justify-end">
              <Button onClick={save}>Guardar borrador</Button>
              {canSend && (
                <SubmitButton className="max-md:order-first">
                  {isLawyer ? 'Enviar recomendación' : 'Enviar entrevista'}
                </SubmitButton>
              )}
            </div>
          )}
        </Card>
      </form>
      <UnsavedChangesPrompt
        hasUnsavedChanges={interview.hasUnsavedChanges}
        lossText="Se perderá lo que escribiste y no guardaste."
      />
      {!isLawyer && stored && (
        <RemoveInterview
          onRemove={() => {
            removeInterview(subject.lawyerId, writer.id)
            interview.reset()
            clearErrors()
          }}
        />
      )}
    </>
  )
}

interface HeadProps {
  ref: Ref<HTMLElement>
  subject: InterviewLawyer
  status: Interview['status']
  stored: Interview | null
}

function Head({ ref, subject, status, stored }: HeadProps) {
  return (
    <header ref={ref} tabIndex={-1} className="pt-4 pb-6 outline-none">
      <h1>Entrevista inicial</h1>
      <p className="mt-3 flex items-center gap-2.5 text-ui font-semibold">
        <Avatar size={32} name={subject.lawyerName} src={subject.lawyerAvatar} />
        <span className="min-w-0 wrap-anywhere">{subject.lawyerName}</span>
      </p>
      {/* A live region: it changes when the interview is saved or sent. */}
      <p
        role="status"
        className="mt-3 flex flex-wrap items-center gap-2.5 text-small text-muted empty:hidden"
      >
        {stored && (
          <>
            <Badge tone={status === 'submitted' ? 'verified' : 'accent'}>{STATUS_LABELS[status]}</Badge>
            {`${status === 'submitted' ? 'El' : 'Guardado el'} ${formatDate(stored.updatedAt)}`}
          </>
        )}
      </p>
    </header>
  )
}

function RemoveInterview({ onRemove }: { onRemove(): void }) {
  const focusTarget = useRef<HTMLDivElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.RemoveInterviewDialog)
  return (
    <div ref={focusTarget} tabIndex={-1} className="mt-4 outline-none">
      <Button variant="quiet" className="-ml-4.5" pending={dialog.pending} onClick={dialog.show}>
        Borrar de este navegador
      </Button>
      {dialog.render({
        onConfirm() {
          dialog.setOpen(false)
          onRemove()
        },
        finalFocus: focusTarget,
      })}
    </div>
  )
}
