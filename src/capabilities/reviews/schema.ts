import * as z from 'zod/mini'
import { idField, timeCursorField } from '../../input/fields.ts'
import { cleanText, hasVisibleText } from '../../input/text.ts'

/** Reviews on the first page of the profile (REV-01). */
export const FIRST_PAGE_SIZE = 3
export const PAGE_SIZE = 10
/** Reviews in the panel of the lawyer (DAL-11). */
export const RECENT_COUNT = 5
export const MAX_LAWYERS_PER_REQUEST = 100

export const MESSAGES = {
  /** REV-04. */
  stars: 'Por favor, selecciona de 1 a 5 estrellas.',
  /** REV-11. */
  rating: 'Por favor, selecciona una calificación.',
  /** REV-12. */
  comment: 'Por favor, deja un comentario.',
  /** REV-14. The same for foreign, unknown and ineligible cases. */
  caseUnknown: 'No se pudo identificar el caso para la reseña.',
  clientsOnly: 'Solo los clientes pueden dejar una reseña.',
  lawyersOnly: 'Solo los abogados reciben reseñas.',
  /** REV-03. The same for an unknown lawyer and one without an accepted proposal. */
  notEligible: 'Podrás dejar una reseña cuando aceptes una propuesta de este abogado.',
  /** H-04: messages for the operator. */
  unknown: 'No hay una reseña con ese identificador.',
  hiddenAlready: 'La reseña ya está oculta.',
  notHidden: 'La reseña no está oculta.',
  underReview: 'Reseña en revisión',
  /** H-01: a deleted account with the same e-mail address has reviewed the lawyer. */
  reviewedBefore:
    'Con este correo ya reseñaste a este abogado desde una cuenta que eliminaste. Esa reseña sigue publicada.',
  /** The same for foreign and unknown reviews. */
  notFound: 'No encontramos tu reseña.',
  idInvalid: 'El identificador de la reseña no es válido.',
  idTaken: 'Ya existe otra reseña con este identificador.',
  lawyerUnknown: 'Abogado no encontrado.',
  tooMany: 'Has cambiado tus reseñas muchas veces. Espera un momento e inténtalo de nuevo.',
  pageInvalid: 'Esta página de la lista no existe.',
} as const

/** The two forms for the same review (TRAP-09): on the lawyer's page and in the client's panel. */
export const REVIEW_FORMS = {
  profile: { commentMax: 250, needsComment: false, ratingMissing: MESSAGES.stars },
  panel: { commentMax: 500, needsComment: true, ratingMissing: MESSAGES.rating },
} as const
export type ReviewFormKind = keyof typeof REVIEW_FORMS

const MAX_RAW_LENGTH = 5_000

export const commentTooLong = (maxLength: number) =>
  `El comentario puede tener hasta ${maxLength} caracteres.`

/** Cleans a comment for storage; null if it has no readable character. */
export function cleanComment(typed: string | null | undefined): string | null {
  const text = cleanText(typed ?? '')
  return hasVisibleText(text) ? text : null
}

export interface ReviewDraft {
  /** 1 to 5; 0 or null if not chosen. */
  rating: number | null
  comment?: string | null | undefined
}

/** Error messages by field (REV-04, REV-05, REV-11 to REV-13). Browser and server share this check. */
export function reviewErrors(
  form: ReviewFormKind,
  { rating, comment }: ReviewDraft,
): { rating?: string; comment?: string } {
  const { commentMax, needsComment, ratingMissing } = REVIEW_FORMS[form]
  const text = cleanComment(comment)
  const isRated = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5
  return {
    ...(!isRated && { rating: ratingMissing }),
    ...(needsComment && text === null && { comment: MESSAGES.comment }),
    ...(text !== null && text.length > commentMax && { comment: commentTooLong(commentMax) }),
  }
}

const formFields = {
  rating: z.int(MESSAGES.stars).check(z.minimum(1, MESSAGES.stars), z.maximum(5, MESSAGES.stars)),
  comment: z.optional(
    z.nullable(
      z.pipe(
        z
          .string(MESSAGES.comment)
          .check(z.maxLength(MAX_RAW_LENGTH, commentTooLong(REVIEW_FORMS.panel.commentMax))),
        z.transform((text: string) => cleanComment(text)),
      ),
    ),
  ),
  /** Only the form of the panel sends a case; that is how the server knows the form (REV-16). */
  caseId: z.optional(idField(MESSAGES.caseUnknown)),
}

/** OPEN-11: the server repeats the checks of the form. */
function checkForm(
  value: ReviewDraft & { caseId?: string | undefined },
  issues: { push(issue: { code: 'custom'; input: unknown; path: string[]; message: string }): unknown },
): void {
  const problems = reviewErrors(value.caseId === undefined ? 'profile' : 'panel', value)
  for (const [field, message] of Object.entries(problems))
    issues.push({ code: 'custom', input: value, path: [field], message })
}

/** REV-10: a new review of the caller. The browser creates the id, so that a resend is the same review. */
export const createInput = z
  .strictObject({ id: idField(MESSAGES.idInvalid), lawyerId: idField(MESSAGES.lawyerUnknown), ...formFields })
  .check(({ value, issues }) => checkForm(value, issues))
export type CreateInput = z.infer<typeof createInput>

/** REV-10: changes a review of the caller. */
export const updateInput = z
  .strictObject({ id: idField(MESSAGES.notFound), ...formFields })
  .check(({ value, issues }) => checkForm(value, issues))
export type UpdateInput = z.infer<typeof updateInput>

/** `after` is the `next` of the previous page. */
export const ofLawyerInput = z.strictObject({
  lawyerId: idField(MESSAGES.lawyerUnknown),
  after: timeCursorField('_', MESSAGES.pageInvalid),
})
export type OfLawyerInput = z.infer<typeof ofLawyerInput>

export const eligibilityInput = z.strictObject({ lawyerId: idField(MESSAGES.lawyerUnknown) })
export const mineInput = z.strictObject({
  lawyerIds: z
    .array(idField(MESSAGES.lawyerUnknown))
    .check(z.maxLength(MAX_LAWYERS_PER_REQUEST, `Pide hasta ${MAX_LAWYERS_PER_REQUEST} abogados a la vez.`)),
})
const publicAuthor = { id: z.nullable(z.uuid()), name: z.string(), avatar_url: z.nullable(z.string()) }

const commonFields = {
  id: z.uuid(),
  /** 1 to 5. */
  rating: z.int(),
  comment: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** False until the author's address is confirmed; until then only author and lawyer see it (H-01). */
  is_published: z.boolean(),
  /** True if the operator has hidden it; only author and lawyer see it then (H-04). */
  is_hidden: z.boolean(),
}

/**
 * ENT-12, CAL-22: the public view of a review, an allow-list. The author appears as first name and initial
 * (OPEN-56). The id and the photo URL, which contains the id, are set only when the reader is the author.
 */
export const reviewOutput = z.object({
  ...commonFields,
  /** DAT-18: its text and author are shown to the author only. */
  is_blocked: z.boolean(),
  /** Null unless the reader is the author. */
  client_id: z.nullable(z.uuid()),
  author: z.object(publicAuthor),
})
export type Review = z.infer<typeof reviewOutput>

/** ENT-12: a review as its author sees it. */
export const ownReview = z.object({
  ...commonFields,
  lawyer_id: z.uuid(),
  client_id: z.uuid(),
  case_id: z.nullable(z.uuid()),
})
export type OwnReview = z.infer<typeof ownReview>

/** REV-16: the saved review with its author. `created`: new or changed, for the toast (REV-07, REV-08). */
export const savedOutput = z.object({
  created: z.boolean(),
  review: z.object({
    ...ownReview.shape,
    author: z.object({ id: z.uuid(), name: z.string(), avatar_url: z.nullable(z.string()) }),
  }),
})
export type SavedReview = z.infer<typeof savedOutput>

/** Newest first; `next` is the cursor of the following page. */
export const reviewsOutput = z.object({ items: z.array(reviewOutput), next: z.nullable(z.string()) })
export type ReviewsPage = z.infer<typeof reviewsOutput>

/** REV-03: whether the caller may review the lawyer, and their review. */
export const eligibilityOutput = z.object({ eligible: z.boolean(), review: z.nullable(ownReview) })
export type ReviewEligibility = z.infer<typeof eligibilityOutput>

export const mineOutput = z.object({ reviews: z.array(ownReview) })

/** DAL-11: the newest reviews of a lawyer and the average of all. */
export const recentOutput = z.object({
  items: z.array(reviewOutput),
  /** Average with one decimal; 0 without reviews (OPEN-53). */
  rating: z.number(),
  review_count: z.int(),
})
export type RecentReviewList = z.infer<typeof recentOutput>
