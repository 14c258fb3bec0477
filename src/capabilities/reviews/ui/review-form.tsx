import { type FormEvent, useRef, useState } from 'react'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { bottomBarScrollClass, keepAboveBottomBar } from '../../../ui/fields/keep-above-bottom-bar.ts'
import { RatingField } from '../../../ui/fields/rating-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { cleanComment, type OwnReview, REVIEW_FORMS, reviewErrors } from '../schema.ts'
import { NotPublicNotice } from './not-public-notice.tsx'
import { useSaveReview } from './use-save-review.ts'
import { useSignatureText } from './use-signature.ts'

export interface ReviewFormProps {
  lawyerId: string
  lawyerName: string
  own: OwnReview | null
}

/**
 * REV-03 to REV-10, OPEN-56: the client's review on the lawyer's page. A longer comment from the panel is
 * shown in full and must be shortened before saving (TRAP-09). A failed request keeps the input.
 */
export function ReviewForm({ lawyerId, lawyerName, own }: ReviewFormProps) {
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [comment, setComment] = useState(own?.comment ?? '')
  // The stored review as last received. A change from elsewhere is shown unless the user has edited the form.
  const [stored, setStored] = useState({ rating, comment })
  if (own && (own.rating !== stored.rating || (own.comment ?? '') !== stored.comment)) {
    setStored({ rating: own.rating, comment: own.comment ?? '' })
    if (rating === stored.rating && comment === stored.comment) {
      setRating(own.rating)
      setComment(own.comment ?? '')
    }
  }
  // If only the response was lost, the refetch after the live event shows that the review was saved.
  const isStored = own !== null && own.rating === rating && own.comment === cleanComment(comment)
  const [problems, setProblems] = useState<ReturnType<typeof reviewErrors>>({})
  const ratingInput = useRef<HTMLInputElement>(null)
  const commentInput = useRef<HTMLTextAreaElement>(null)

  const save = useSaveReview({ lawyerId, ownId: own?.id ?? null })
  const { submit, pending, failure, clear, toasts } = useSubmit(save, {
    onDone(saved) {
      setComment(saved.review.comment ?? '')
      toast({
        kind: 'success',
        ...(saved.created
          ? { title: 'Valoración enviada', text: 'Gracias por tu reseña.' }
          : { title: 'Valoración actualizada', text: 'Tu reseña ha sido modificada con éxito.' }),
      })
    },
    toast: 'Error al enviar',
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    clear()
    toasts.dismiss()
    const found = reviewErrors('profile', { rating, comment })
    setProblems(found)
    if (found.rating) toasts.show({ title: 'Calificación requerida', text: found.rating })
    if (found.rating || found.comment) return (found.rating ? ratingInput : commentInput).current?.focus()
    void submit({ rating, comment })
  }

  return (
    <Card className="mb-6">
      <h3 className="text-h4">{own ? 'Tu reseña' : `Comparte tu experiencia con ${lawyerName}`}</h3>
      <p className="mt-1 text-small text-muted">{useSignatureText()}</p>
      <div className="mt-4 empty:hidden">
        <NotPublicNotice own={own} />
      </div>
      <form
        method="post"
        noValidate
        aria-label="Tu reseña"
        {...keepAboveBottomBar}
        className={`${bottomBarScrollClass} mt-4 grid grid-cols-[minmax(0,1fr)] gap-4`}
        onSubmit={handleSubmit}
      >
        <RatingField
          ref={ratingInput}
          label="Tu calificación"
          value={rating}
          error={problems.rating}
          onChange={(stars) => {
            setRating(stars)
            setProblems(({ rating: _, ...others }) => others)
          }}
        />
        <TextArea
          ref={commentInput}
          label="Tu comentario"
          optional
          name="comment"
          rows={3}
          limit={REVIEW_FORMS.profile.commentMax}
          value={comment}
          error={problems.comment}
          onChange={(event) => {
            setComment(event.currentTarget.value)
            setProblems(({ comment: _, ...others }) => others)
          }}
        />
        {failure && !isStored && (
          <Notice kind="danger" title="Error al enviar">
            {failure.message}
          </Notice>
        )}
        <div>
          <SubmitButton pending={pending} pendingLabel="Enviando…">
            {own ? 'Actualizar Reseña' : 'Enviar Reseña'}
          </SubmitButton>
        </div>
      </form>
    </Card>
  )
}
