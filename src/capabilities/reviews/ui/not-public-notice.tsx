import { Notice } from '../../../ui/feedback/notice.tsx'
import { ConfirmEmailNotice } from '../../accounts/ui/confirm-email-notice.tsx'
import type { OwnReview } from '../schema.ts'
import { NOT_PUBLIC_TEXTS } from './review-item.tsx'

/** H-01, H-04: why the user's review is not public, with a button to resend the confirmation mail. */
export function NotPublicNotice({ own }: { own: OwnReview | null }) {
  if (!own || (own.is_published && !own.is_hidden)) return null
  return own.is_hidden ? (
    <Notice>{NOT_PUBLIC_TEXTS.hidden}</Notice>
  ) : (
    <ConfirmEmailNotice>{NOT_PUBLIC_TEXTS.author}</ConfirmEmailNotice>
  )
}
