import { useId, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { failureOf } from '../../../platform/rpc/client.ts'
import { dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RatingField } from '../../../ui/rating-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import { FORMS, MESSAGES, type OwnReview, problemsOf } from '../schema.ts'
import { UnseenNotice } from './unseen-notice.tsx'
import { useSaving } from './use-saving.ts'
import { useSignature } from './use-signature.ts'

export interface ReviewDialogProps {
  /** The case it is about; null when it is not known (REV-14). */
  caseId: string | null
  lawyerId: string
  lawyerName: string
  /** What the client wrote about this lawyer already, from whichever form (TRAP-09). */
  own: OwnReview | null
  open: boolean
  onClose(): void
}

/**
 * REV-11 to REV-18: the review in the client's panel. Fetch it with the first press and keep it mounted. Each time it opens
 * it begins with what was typed and not sent, as long as what is stored is the same; else, and after «Cancelar», with what
 * is stored (GEN-09).
 */
export function ReviewDialog(props: ReviewDialogProps) {
  const { open } = props
  const [round, setRound] = useState({ open, number: 0 })
  if (round.open !== open) setRound({ open, number: round.number + (open ? 1 : 0) })
  return <Opened key={round.number} {...props} />
}

interface Typed {
  rating: number
  comment: string
}

/** What somebody typed about a lawyer and has not sent: theirs, in this tab, and void once something else is stored. */
function draftAt(lawyerId: string, userId: string, own: OwnReview | null) {
  const place = `resena:${lawyerId}`
  const stored: Typed = { rating: own?.rating ?? 0, comment: own?.comment ?? '' }
  return {
    read(): Typed {
      const kept = readDraft(place, userId) as Partial<Typed & { stored: Typed }> | undefined
      const { rating, comment } = kept ?? {}
      const isOfNow = kept?.stored?.rating === stored.rating && kept.stored.comment === stored.comment
      return isOfNow && typeof rating === 'number' && typeof comment === 'string'
        ? { rating, comment }
        : stored
    },
    keep: (typed: Typed) => void keepDraft(place, userId, { ...typed, stored }),
    drop: () => dropDraft(place, userId),
  }
}

/** REV-18. */
const NOT_SENT = 'No se pudo enviar tu reseña.'

function Opened({ caseId, lawyerId, lawyerName, own, open, onClose }: ReviewDialogProps) {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  const signature = useSignature()
  const draft = draftAt(lawyerId, user?.id ?? '', own)
  const [{ rating, comment }, setTyped] = useState(draft.read)
  const change = (typed: Typed) => {
    setTyped(typed)
    draft.keep(typed)
  }
  const [failed, setFailed] = useState<string | null>(null)
  const saving = useSaving({ lawyerId, ownId: own?.id ?? null, caseId: caseId ?? undefined })
  const failures = useFailureToast()
  const formId = useId()
  const problems = problemsOf('panel', { rating, comment })
  const isEmpty = problems.comment === MESSAGES.comment
  // Said before anything goes wrong, and in a line of its own: errors that come when a field is left would move the stars
  // away under the finger.
  const missing = problems.rating ?? (isEmpty ? MESSAGES.comment : undefined)

  const fail = (text: string) => {
    setFailed(text)
    failures.say({ title: 'Error', text })
  }
  const cancel = () => {
    draft.drop()
    onClose()
  }
  const submit = async () => {
    failures.takeBack()
    setFailed(null)
    if (problems.rating || problems.comment) return
    if (!caseId) return fail(MESSAGES.caseUnknown)
    try {
      const saved = await saving.save({ rating, comment })
      if (!saved) return
      draft.drop()
      onClose()
      toast({
        kind: 'success',
        title: '¡Éxito!',
        text: `Tu reseña ha sido ${saved.created ? 'enviada' : 'actualizada'} correctamente.`,
      })
    } catch (error) {
      const failure = failureOf(error)
      const isCase = failure.message === MESSAGES.caseUnknown
      fail(isCase ? failure.message : `${NOT_SENT} ${sayingOf(failure)}`)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      locked={saving.pending}
      title={own ? 'Editar Reseña' : 'Dejar Reseña'}
      description={`Cuenta cómo fue tu experiencia con ${lawyerName}. ${signature}`}
      actions={
        <>
          <Button aria-disabled={saving.pending} onClick={() => saving.pending || cancel()}>
            Cancelar
          </Button>
          <SubmitButton
            form={formId}
            disabled={missing !== undefined}
            aria-describedby={`${formId}-missing`}
            pending={saving.pending}
            pendingLabel="Enviando…"
          >
            {own ? 'Actualizar Reseña' : 'Enviar Reseña'}
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        <UnseenNotice own={own} />
        <RatingField
          label="Calificación"
          value={rating}
          onChange={(stars) => change({ rating: stars, comment })}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <TextArea
            label="Comentario"
            name="comment"
            required
            rows={5}
            limit={FORMS.panel.commentMax}
            value={comment}
            onChange={(event) => change({ rating, comment: event.currentTarget.value })}
            error={isEmpty ? undefined : problems.comment}
          />
          <p id={`${formId}-missing`} role="status" className="min-h-5 text-small text-muted">
            {missing}
          </p>
        </div>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </form>
    </Dialog>
  )
}
