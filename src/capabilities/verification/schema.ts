import * as z from 'zod/mini'
import { idField } from '../../input/fields.ts'
import { cleanParagraphs } from '../../input/text.ts'

/** Maximum length of the reason in «Devolver con observaciones», in characters (OPEN-02). */
export const MAX_REASON_LENGTH = 1_000

/** Messages of the server. The screens show them unchanged (OPEN-01, OPEN-02, CAL-13). */
export const MESSAGES = {
  pageInvalid: 'Esta página de la lista no existe.',
  notAllowed: 'No tienes permisos para verificar abogados.',
  notFound: 'Abogado no encontrado.',
  notVerified: 'El abogado aún no está verificado.',
  /** OPEN-05: the token that came with the page is no longer valid, so the page does not verify on load. */
  tokenInvalid: 'El enlace no es válido o ha expirado. Revisa el perfil y verifica con el botón.',
  resubmitted: 'El abogado volvió a enviar su perfil después de que lo abriste. Revísalo de nuevo.',
  verified: 'El abogado fue verificado.',
  confirmationMissing: 'Confirma la verificación con el botón.',
  nameNotPending: 'Este nombre ya no espera confirmación. Actualiza la lista.',
  reasonMissing: 'Escribe qué debe corregir el abogado.',
  reasonTooLong: 'Las observaciones pueden tener hasta 1.000 caracteres.',
} as const

/** Lower case only: the audit log stores the id as text. */
const lawyerId = idField(MESSAGES.notFound)

/** The submission on the screen of the administrator. If another one is open by now: 409. */
const seenSubmission = z.optional(idField(MESSAGES.resubmitted))

/**
 * CAL-06. Exactly one of two fields: `token` when the page verifies on load (from the e-mailed link or from
 * `intent`, OPEN-05), `confirmed` when the administrator pressed «Verificar».
 */
export const verifyInput = z
  .strictObject({
    lawyerId,
    token: z.optional(
      z
        .string(MESSAGES.tokenInvalid)
        .check(z.minLength(1, MESSAGES.tokenInvalid), z.maxLength(200, MESSAGES.tokenInvalid)),
    ),
    confirmed: z.optional(z.literal(true, MESSAGES.confirmationMissing)),
    submissionId: seenSubmission,
  })
  .check(
    z.refine((input) => (input.token === undefined) !== (input.confirmed === undefined), {
      path: ['confirmed'],
      error: MESSAGES.confirmationMissing,
    }),
  )
export type VerifyInput = z.infer<typeof verifyInput>

/** CAL-06: the field names are those of the specification. */
export const verifyOutput = z.object({ success: z.literal(true), message: z.string() })

export const lawyerInput = z.strictObject({ lawyerId })
export type LawyerInput = z.infer<typeof lawyerInput>
export const intentInput = z.strictObject({ lawyerId, submissionId: seenSubmission })
export type IntentInput = z.infer<typeof intentInput>

/** A single-use token, valid only for this administrator, lawyer and submission. */
export const intentOutput = z.object({ token: z.string() })

/**
 * CAL-13: result of the first delivery attempt of the «verified» e-mail: `sent`; `failed` (the job keeps
 * retrying); `pending` when there was no attempt within 3 seconds.
 */
export const notifyOutput = z.object({ mail: z.enum(['sent', 'failed', 'pending']) })

const reason = z.pipe(
  z.pipe(
    z.string(MESSAGES.reasonMissing).check(z.maxLength(MAX_REASON_LENGTH * 4, MESSAGES.reasonTooLong)),
    z.transform(cleanParagraphs),
  ),
  z
    .string()
    .check(
      z.regex(/[\p{L}\p{N}]/u, MESSAGES.reasonMissing),
      z.maxLength(MAX_REASON_LENGTH, MESSAGES.reasonTooLong),
    ),
)

export const returnInput = z.strictObject({ lawyerId, reason, submissionId: seenSubmission })
export type ReturnInput = z.infer<typeof returnInput>
export const returnOutput = z.object({ returned: z.literal(true) })

/** H-03: the new name of a verified lawyer, as shown to the administrator. */
const seenName = z.pipe(
  z.string(MESSAGES.nameNotPending).check(z.maxLength(500, MESSAGES.nameNotPending)),
  z.transform(cleanParagraphs),
)
export const confirmNameInput = z.strictObject({ lawyerId, name: seenName })
export type ConfirmNameInput = z.infer<typeof confirmNameInput>
export const returnNameInput = z.strictObject({ lawyerId, name: seenName, reason })
export type ReturnNameInput = z.infer<typeof returnNameInput>
export const nameOutput = z.object({ name: z.string() })

/** H-03: names waiting for confirmation, oldest first. `total` counts all of them. */
export const namesOutput = z.object({
  items: z.array(
    z.object({
      lawyerId: z.uuid(),
      name: z.string(),
      before: z.nullable(z.string()),
      changedAt: z.nullable(z.date()),
      /** Number of other verified lawyers whose name looks the same. */
      alike: z.int(),
    }),
  ),
  total: z.int(),
})
export type PendingNames = z.infer<typeof namesOutput>

/** The form of «Devolver con observaciones». */
export const reasonForm = z.strictObject({ reason })
export type ReasonForm = z.infer<typeof reasonForm>

/** `after`: the last submission of the previous page. */
export const queueInput = z.optional(z.strictObject({ after: z.optional(idField(MESSAGES.pageInvalid)) }))
export type PageInput = z.infer<typeof queueInput>
export const queueItem = z.object({
  lawyerId: z.uuid(),
  submissionId: z.uuid(),
  name: z.string(),
  rut: z.string(),
  university: z.string(),
  graduationYear: z.int(),
  specialties: z.array(z.string()),
  submittedAt: z.date(),
})
export type QueueItem = z.infer<typeof queueItem>

/** OPEN-03: oldest first. `next` is null on the last page; `total` counts the whole queue. */
export const queueOutput = z.object({
  items: z.array(queueItem),
  next: z.nullable(z.string()),
  total: z.int(),
  oldest: z.nullable(z.date()),
})
export type QueuePage = z.infer<typeof queueOutput>

/** H-02: a deleted account with the same RUT. */
const formerAccount = z.object({
  leftAt: z.date(),
  reviewCount: z.int(),
  /** Average with one decimal; null without reviews. */
  rating: z.nullable(z.number()),
  /** Newest first, at most 20. */
  decisions: z.array(
    z.object({
      outcome: z.enum(['verified', 'returned', 'suspended', 'suspension_announced']),
      reason: z.nullable(z.string()),
      decidedAt: z.date(),
    }),
  ),
})
export type FormerAccount = z.infer<typeof formerAccount>
export type FormerDecisions = FormerAccount['decisions']

/** Everything the lawyer declared and a link to the ID document (OPEN-61). Administrators only. */
export const submissionOutput = z.object({
  lawyerId: z.uuid(),
  submissionId: z.uuid(),
  submittedAt: z.date(),
  name: z.string(),
  email: z.string(),
  avatarUrl: z.nullable(z.string()),
  rut: z.string(),
  phoneNumber: z.string(),
  birthDate: z.string(),
  address: z.string(),
  location: z.string(),
  university: z.string(),
  graduationYear: z.int(),
  experience: z.int(),
  specialties: z.array(z.string()),
  price: z.int(),
  description: z.string(),
  /** A link signed for this administrator, valid for one hour. Opening it writes an audit row. */
  document: z.object({ url: z.string(), kind: z.enum(['image', 'pdf']) }),
  /**
   * Verified lawyers whose name looks the same, ignoring accents and look-alike letters (H-03). At most 5.
   */
  alike: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** H-02: deleted accounts with this RUT, newest first. */
  former: z.array(formerAccount),
  /** Outcomes of earlier submissions of this lawyer, newest first, at most 5. */
  earlier: z.array(
    z.object({
      outcome: z.enum(['verified', 'returned']),
      reason: z.nullable(z.string()),
      decidedAt: z.date(),
    }),
  ),
})
export type Submission = z.infer<typeof submissionOutput>

/** `after`: the last row of the previous page. */
export const decisionsInput = z.optional(
  z.strictObject({
    after: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(/^[1-9]\d{0,17}$/, MESSAGES.pageInvalid))),
  }),
)
export const decision = z.object({
  id: z.string(),
  what: z.enum(['verified', 'returned', 'viewed']),
  /** Null when the account was deleted. */
  who: z.nullable(z.string()),
  whom: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  when: z.date(),
})
export type Decision = z.infer<typeof decision>
export const decisionsOutput = z.object({ items: z.array(decision), next: z.nullable(z.string()) })
export type DecisionsPage = z.infer<typeof decisionsOutput>

export const countsOutput = z.object({
  verified: z.int(),
  admin_pending: z.int(),
  profile_pending: z.int(),
  email_pending: z.int(),
})
