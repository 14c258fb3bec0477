import * as z from 'zod/mini'
import { idField, reasonField } from '../accounts/schema.ts'
import { cleanText, isVisible } from '../chat/schema.ts'

/** Reviews on the profile at first (REV-01), on each page after them, and in the lawyer's panel (DAL-11). */
export const FIRST_PAGE = 3
export const PAGE = 10
export const RECENT = 5
/** Lawyers that one may ask about at once. */
export const MINE_MAX = 100

export const MESSAGES = {
  /** REV-04. */
  stars: 'Por favor, selecciona de 1 a 5 estrellas.',
  /** REV-11. */
  rating: 'Por favor, selecciona una calificación.',
  /** REV-12. */
  comment: 'Por favor, deja un comentario.',
  /** REV-14; the same whether the case is somebody else's, not begun or nobody's. */
  caseUnknown: 'No se pudo identificar el caso para la reseña.',
  clientsOnly: 'Solo los clientes pueden dejar una reseña.',
  lawyersOnly: 'Solo los abogados reciben reseñas.',
  /** REV-03; the same whether the lawyer is unknown or no proposal of theirs was accepted. */
  notEligible: 'Podrás dejar una reseña cuando aceptes una propuesta de este abogado.',
  /** H-04: what the operator is told. */
  unknown: 'No hay una reseña con ese identificador.',
  hiddenAlready: 'La reseña ya está oculta.',
  notHidden: 'La reseña no está oculta.',
  /** H-01: of an address whose earlier account reviewed the lawyer. */
  reviewedBefore:
    'Con este correo ya reseñaste a este abogado desde una cuenta que eliminaste. Esa reseña sigue publicada.',
  /** The same whether the review is somebody else's or nobody's. */
  notFound: 'No encontramos tu reseña.',
  idInvalid: 'El identificador de la reseña no es válido.',
  idTaken: 'Ya existe otra reseña con este identificador.',
  lawyerUnknown: 'Abogado no encontrado.',
  tooMany: 'Has cambiado tus reseñas muchas veces. Espera un momento e inténtalo de nuevo.',
  pageInvalid: 'Esta página de la lista no existe.',
} as const

/** The two forms of the one review (TRAP-09): the lawyer's page and the client's panel, which also sends the case. */
export const FORMS = {
  profile: { commentMax: 250, needsComment: false, ratingMissing: MESSAGES.stars },
  panel: { commentMax: 500, needsComment: true, ratingMissing: MESSAGES.rating },
} as const
export type ReviewForm = keyof typeof FORMS

/** Longest text that is taken apart at all. */
const RAW_MAX = 5_000

export const commentTooLong = (most: number) => `El comentario puede tener hasta ${most} caracteres.`

/** A comment as it is kept: cleaned; null when there is nothing to see in it. */
export function commentOf(typed: string | null | undefined): string | null {
  const text = cleanText(typed ?? '')
  return isVisible(text) ? text : null
}

export interface Draft {
  /** 1 to 5; 0 or null: not chosen. */
  rating: number | null
  comment?: string | null | undefined
}

/** What is missing or too long for a form, by field (REV-04, REV-05, REV-11 to REV-13); browser and server ask alike. */
export function problemsOf(
  form: ReviewForm,
  { rating, comment }: Draft,
): { rating?: string; comment?: string } {
  const { commentMax, needsComment, ratingMissing } = FORMS[form]
  const text = commentOf(comment)
  const isRated = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= 5
  return {
    ...(!isRated && { rating: ratingMissing }),
    ...(needsComment && text === null && { comment: MESSAGES.comment }),
    ...(text !== null && text.length > commentMax && { comment: commentTooLong(commentMax) }),
  }
}

const content = {
  rating: z.int(MESSAGES.stars).check(z.minimum(1, MESSAGES.stars), z.maximum(5, MESSAGES.stars)),
  comment: z.optional(
    z.nullable(
      z.pipe(
        z.string(MESSAGES.comment).check(z.maxLength(RAW_MAX, commentTooLong(FORMS.panel.commentMax))),
        z.transform((text: string) => commentOf(text)),
      ),
    ),
  ),
  /** The panel's form names its case, and so says which form it is (REV-16). */
  caseId: z.optional(idField(MESSAGES.caseUnknown)),
}

/** OPEN-11: the server repeats what each form asks. */
function asItsForm(
  value: Draft & { caseId?: string | undefined },
  issues: { push(issue: { code: 'custom'; input: unknown; path: string[]; message: string }): unknown },
): void {
  const problems = problemsOf(value.caseId === undefined ? 'profile' : 'panel', value)
  for (const [field, message] of Object.entries(problems))
    issues.push({ code: 'custom', input: value, path: [field], message })
}

/** REV-10: a new review. Who writes it is who asks; the id is the browser's, so that sending twice is one review. */
export const createInput = z
  .strictObject({ id: idField(MESSAGES.idInvalid), lawyerId: idField(MESSAGES.lawyerUnknown), ...content })
  .check(({ value, issues }) => asItsForm(value, issues))
export type CreateInput = z.infer<typeof createInput>

/** REV-10: the own review by its id. */
export const updateInput = z
  .strictObject({ id: idField(MESSAGES.notFound), ...content })
  .check(({ value, issues }) => asItsForm(value, issues))
export type UpdateInput = z.infer<typeof updateInput>

/** H-04: null shows the review again. */
export const hideInput = z.strictObject({ id: idField(MESSAGES.unknown), reason: z.nullable(reasonField) })

/** `after` is the `next` of the page before. */
export const ofLawyerInput = z.strictObject({
  lawyerId: idField(MESSAGES.lawyerUnknown),
  after: z.optional(
    z
      .string(MESSAGES.pageInvalid)
      .check(
        z.regex(/^\d{1,16}_[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/, MESSAGES.pageInvalid),
      ),
  ),
})
export type OfLawyerInput = z.infer<typeof ofLawyerInput>

export const standingInput = z.strictObject({ lawyerId: idField(MESSAGES.lawyerUnknown) })
export const mineInput = z.strictObject({
  lawyerIds: z
    .array(idField(MESSAGES.lawyerUnknown))
    .check(z.maxLength(MINE_MAX, `Pide hasta ${MINE_MAX} abogados a la vez.`)),
})
export const noInput = z.optional(z.strictObject({}))

const shownAuthor = { id: z.nullable(z.uuid()), name: z.string(), avatar_url: z.nullable(z.string()) }

const shown = {
  id: z.uuid(),
  /** 1 to 5. */
  rating: z.int(),
  comment: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** False while its author's e-mail is not confirmed; only author and lawyer see it then (H-01). */
  is_published: z.boolean(),
  /** True where an administrator hid it; only author and lawyer see it then (H-04). */
  is_hidden: z.boolean(),
}

/**
 * ENT-12, CAL-22 as everybody sees it: an allow-list. Of a client there is the first name with an initial (OPEN-56); an id,
 * and a photo's address, which carries it, stand there only for who wrote it.
 */
export const reviewOutput = z.object({
  ...shown,
  /** Null unless it is the asker's own. */
  client_id: z.nullable(z.uuid()),
  author: z.object(shownAuthor),
})
export type Review = z.infer<typeof reviewOutput>

/** ENT-12 as its author sees it. */
export const ownReview = z.object({
  ...shown,
  lawyer_id: z.uuid(),
  client_id: z.uuid(),
  case_id: z.nullable(z.uuid()),
})
export type OwnReview = z.infer<typeof ownReview>

/** REV-16: with who wrote it. `created`: whether it was new, as the toast says it (REV-07, REV-08). */
export const savedOutput = z.object({
  created: z.boolean(),
  review: z.object({
    ...ownReview.shape,
    author: z.object({ id: z.uuid(), name: z.string(), avatar_url: z.nullable(z.string()) }),
  }),
})
export type Saved = z.infer<typeof savedOutput>

/** Newest first; `next` is the cursor of the following page. */
export const reviewsOutput = z.object({ items: z.array(reviewOutput), next: z.nullable(z.string()) })
export type ReviewsPage = z.infer<typeof reviewsOutput>

/** REV-03: whether the form is for the asker, and what they wrote already. */
export const standingOutput = z.object({ eligible: z.boolean(), review: z.nullable(ownReview) })
export type Standing = z.infer<typeof standingOutput>

export const mineOutput = z.object({ reviews: z.array(ownReview) })

/** DAL-11, with what all of them come to. */
export const recentOutput = z.object({
  items: z.array(reviewOutput),
  /** The average, one decimal; 0 without reviews (OPEN-53). */
  rating: z.number(),
  review_count: z.int(),
})
export type Recent = z.infer<typeof recentOutput>
