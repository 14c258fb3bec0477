import type { ReactNode } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import type { Review } from '../schema.ts'

/** H-01, H-04: why a review is not public, worded for its author or for the lawyer. */
export const NOT_PUBLIC_TEXTS = {
  author: 'Tu reseña se publicará cuando confirmes tu correo.',
  lawyer: 'Se publicará cuando su autor confirme su correo.',
  hidden: 'Reseña oculta por el equipo de Amparo.',
  blocked: 'Reseña en revisión: solo tú lees el texto.',
} as const

/** One review: author, date, stars and comment. The list draws the separators. */
export function ReviewItem({
  review,
  small,
  action,
}: {
  review: Review
  small?: boolean | undefined
  /** At its end, such as «Reportar» (DAT-65). */
  action?: ReactNode
}) {
  const { author, rating, comment, created_at, client_id, is_published, is_hidden, is_blocked } = review
  return (
    <article className={small ? 'px-5 py-4 md:px-6' : 'py-5'}>
      <div className="flex items-center gap-3">
        <Avatar size={36} name={author.name} src={author.avatar_url} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-semibold wrap-anywhere">
            {author.name}
            {client_id !== null && <Badge>Tu reseña</Badge>}
          </p>
          <time dateTime={created_at} className="block text-small text-muted">
            {formatDate(created_at)}
          </time>
        </div>
        <Stars average={rating} />
      </div>
      {comment && (
        <p className={`mt-2.5 max-w-[62ch] wrap-anywhere whitespace-pre-line${small ? ' text-ui' : ''}`}>
          {comment}
        </p>
      )}
      {action && !is_blocked && <div className="-mb-2 -ml-3.25 mt-1">{action}</div>}
      {is_blocked && client_id !== null && (
        <p className="mt-2 text-small text-muted">{NOT_PUBLIC_TEXTS.blocked}</p>
      )}
      {(is_hidden || !is_published) && (
        <p className="mt-2 text-small text-muted">
          {is_hidden
            ? NOT_PUBLIC_TEXTS.hidden
            : client_id === null
              ? NOT_PUBLIC_TEXTS.lawyer
              : NOT_PUBLIC_TEXTS.author}
        </p>
      )}
    </article>
  )
}
