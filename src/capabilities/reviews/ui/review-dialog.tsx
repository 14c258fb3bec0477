import { type FormEvent, useId, useState } from 'react'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RatingField } from '../../../ui/fields/rating-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { cleanComment, MESSAGES, type OwnReview, REVIEW_FORMS, reviewErrors } from '../schema.ts'
import { NotPublicNotice } from './not-public-notice.tsx'
import { useSaveReview } from './use-save-review.ts'
import { useSignatureText } from './use-signature.ts'

export interface ReviewDialogProps {
  caseId: string
  lawyerId: string
  lawyerName: string
  /** The client's review of this lawyer, from either form (TRAP-09). */
  own: OwnReview | null
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * REV-11 to REV-18: the review form in the client's panel. Load it on the first press and keep it mounted.
 * Each opening starts with the unsent draft, unless the stored review has changed since; otherwise, and after
 * «Cancelar», with the stored review (GEN-09).
 */
export function ReviewDialog(props: ReviewDialogProps) {
  const { open } = props
  const [opening, setOpening] = useState({ open, count: 0 })
  if (opening.open !== open) setOpening({ open, count: opening.count + (open ? 1 : 0) })
  return <OpenDialog key={opening.count} {...props} />
}

interface FormValues {
  rating: number
  comment: string
}

/** The unsent draft of a review, per user, lawyer and tab. Ignored once the stored review has changed. */
function draftOf(lawyerId: string, userId: string, own: OwnReview | null) {
  const draftKey = `resena:${lawyerId}`
  const stored: FormValues = { rating: own?.rating ?? 0, comment: own?.comment ?? '' }
  return {
    read(): FormValues {
      const draft = readDraft(draftKey, userId) as Partial<FormValues & { stored: FormValues }> | undefined
      const { rating, comment } = draft ?? {}
      const isCurrent = draft?.stored?.rating === stored.rating && draft.stored.comment === stored.comment
      return isCurrent && typeof rating === 'number' && typeof comment === 'string'
        ? { rating, comment }
        : stored
    },
    save: (values: FormValues) => void storeDraft(draftKey, userId, { ...values, stored }),
    drop: () => deleteDraft(draftKey, userId),
  }
}

function OpenDialog({ caseId, lawyerId, lawyerName, own, open, onOpenChange }: ReviewDialogProps) {
  const user = useSessionUser()
  const signature = useSignatureText()
  const draft = draftOf(lawyerId, user?.id ?? '', own)
  const [{ rating, comment }, setValues] = useState(draft.read)
  const change = (values: FormValues) => {
    setValues(values)
    draft.save(values)
  }
  const save = useSaveReview({ lawyerId, ownId: own?.id ?? null, caseId })
  const { submit, pending, failure } = useSubmit(save, {
    onDone({ created }) {
      draft.drop()
      onOpenChange(false)
      toast({
        kind: 'success',
        title: '¡Éxito!',
        text: `Tu reseña ha sido ${created ? 'enviada' : 'actualizada'} correctamente.`,
      })
    },
    // REV-14, REV-18.
    onFailure: (failed) =>
      failed.reason === 'CASE_UNKNOWN'
        ? failed.message
        : `No se pudo enviar tu reseña. ${failureTextOf(failed)}`,
  })
  const formId = useId()
  const problems = reviewErrors('panel', { rating, comment })
  const isEmpty = cleanComment(comment) === null
  // Always shown in its own line: an error that appears when a field loses focus would move the stars.
  const missing = problems.rating ?? (isEmpty ? MESSAGES.comment : undefined)

  const cancel = () => {
    draft.drop()
    onOpenChange(false)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!problems.rating && !problems.comment) void submit({ rating, comment })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      title={own ? 'Editar Reseña' : 'Dejar Reseña'}
      description={`Cuenta cómo fue tu experiencia con ${lawyerName}. ${signature}`}
      actions={
        <>
          <Button aria-disabled={pending} onClick={() => pending || cancel()}>
            Cancelar
          </Button>
          <SubmitButton
            form={formId}
            disabled={missing !== undefined}
            aria-describedby={`${formId}-missing`}
            pending={pending}
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
        onSubmit={handleSubmit}
      >
        <NotPublicNotice own={own} />
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
            limit={REVIEW_FORMS.panel.commentMax}
            value={comment}
            onChange={(event) => change({ rating, comment: event.currentTarget.value })}
            error={isEmpty ? undefined : problems.comment}
          />
          <p id={`${formId}-missing`} role="status" className="min-h-5 text-small text-muted">
            {missing}
          </p>
        </div>
        {failure && <Notice kind="danger">{failure.message}</Notice>}
      </form>
    </Dialog>
  )
}
