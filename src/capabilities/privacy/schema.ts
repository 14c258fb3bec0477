import * as z from 'zod/mini'
import { idField, keysOf, textField } from '../../input/fields.ts'
import { cleanText, fitsLength, hasVisibleText } from '../../input/text.ts'

export const MESSAGES = {
  tooManyLookups: 'Llegaste al máximo de 60 búsquedas en una hora. Inténtalo más tarde.',
  partFailed: 'No pudimos cargar esta parte.',
  preparing: 'Estamos preparando tu copia. Te avisaremos por correo; puedes cerrar esta página.',
  copyReady: 'Tu copia de datos está lista',
  copyFailed: 'No pudimos preparar tu copia. Puedes pedirla de nuevo.',
  copyExpired: 'Esta copia venció. Puedes pedir otra.',
  tooManyCopies: 'Ya pediste tres copias hoy. Inténtalo mañana.',
  noLooks: 'Nadie de nuestro equipo ha visto tus datos personales.',
  pageUnknown: 'Esta página de la lista no existe.',
  copyUnknown: 'No encontramos esa copia.',
  requestUnknown: 'No encontramos esa solicitud.',
  kindMissing: 'Elige qué quieres pedir.',
  aboutMissing: 'Elige de qué dato se trata.',
  objectMissing: 'Elige cuál.',
  reviewOfAnother: 'Esta reseña la escribió otra persona: la solicitud no puede borrarla.',
  objectUnknown: 'Eso ya no está publicado o no es tuyo. Actualiza la página.',
  blockedBefore: 'Este dato ya estuvo bloqueado por una solicitud anterior.',
  blockStarted: 'Dejamos de usar este dato mientras lo revisamos.',
  blockEnded: 'Quitaste el bloqueo.',
  notBlocked: 'Este dato no está bloqueado.',
  noObjects: 'No tienes un perfil, una causa abierta ni una reseña que se muestren a otras personas.',
  partOfBlock: 'Un bloqueo se mantiene o se levanta.',
  correctionMissing: 'Cuéntanos qué dato quieres corregir.',
  causeMissing: 'Elige un motivo.',
  detailsMissing: 'Cuéntanos qué necesitas.',
  detailsTooLong: 'El detalle puede tener hasta 2.000 caracteres.',
  valueTooLong: 'El dato puede tener hasta 200 caracteres.',
  tooManyFiles: 'Puedes adjuntar hasta 3 archivos.',
  fileMissing: 'Uno de los archivos ya no está. Adjúntalo de nuevo.',
  tooManyRequests: 'Ya hiciste diez solicitudes hoy. Inténtalo mañana.',
  requestTaken: 'Ya recibimos otra solicitud con este número interno. Actualiza la página.',
  withdrawn: 'Retiraste tu solicitud.',
  notNow: 'Eso no se puede hacer en el estado actual de la solicitud.',
  closed: 'Esta solicitud ya está cerrada.',
  alreadyExtended: 'El plazo ya se amplió una vez.',
  pastDue: 'El plazo ya venció.',
  notExtendable: 'La ley no permite ampliar el plazo de esta solicitud.',
  overdue: 'No te respondimos a tiempo. Puedes reclamar ante la Agencia de Protección de Datos Personales.',
  overdueOldLaw: 'No te respondimos a tiempo. Puedes reclamar ante el juez de letras en lo civil.',
  offline: 'Sin conexión: tu solicitud no se ha enviado.',
  answeredByOther: 'Otra persona ya respondió.',
  ownAccount: 'No puedes decidir sobre tu propia cuenta.',
  adminsOnly: 'No tienes permiso para hacer esto.',
  reasonTooShort: 'Escribe un motivo de al menos 20 caracteres.',
  doneMissing: 'Di qué se hizo, en al menos 20 caracteres.',
  criteriaMissing: 'Nombra los criterios, en al menos 20 caracteres.',
  refusalCauseMissing: 'Elige la causa legal.',
  evidenceMissing: 'Sin una prueba no se puede corregir el nombre ni el RUT de un abogado verificado.',
  valueTaken: 'Ese valor ya pertenece a otra cuenta.',
  valueInvalid: 'El valor pedido no es válido para ese dato.',
  underReview: 'El perfil está en revisión: se corrige cuando termine.',
  identityAsked: 'Ya se le pidió la prueba de su identidad.',
  identityText:
    'Confirma tu identidad: adjunta una foto de tu cédula con la foto y el número de documento tapados.',
  notYetLapsed: 'Todavía puede enviar la prueba de su identidad.',
  notMailed: 'No pudimos enviarte el correo.',
  answerNotMailed: 'No pudimos enviarte el correo; aquí está la respuesta.',
} as const

/** What a person asks to see whole, after proving who they are. */
export const MASKED_KINDS = ['rut', 'date'] as const

/** A kind of data: everything that one purpose covers. */
const heldItem = z.object({
  title: z.string(),
  /** «12 mensajes»; null: it cannot be counted while the account exists. */
  count: z.nullable(z.string()),
  /** The value without most of its letters. */
  masked: z.nullable(z.object({ kind: z.enum(MASKED_KINDS), text: z.string() })),
  purpose: z.string(),
  basis: z.string(),
  period: z.string(),
  recipients: z.string(),
  origin: z.string(),
  change: z.nullable(z.object({ label: z.string(), to: z.string() })),
})
export type HeldItem = z.infer<typeof heldItem>

const heldGroup = z.object({
  id: z.string(),
  title: z.string(),
  /** «2 causas, 7 documentos» */
  summary: z.string(),
  items: z.array(heldItem),
})
export type HeldGroup = z.infer<typeof heldGroup>

/** Somebody who works with the data for Amparo. */
const processor = z.object({ name: z.string(), task: z.string(), country: z.string() })
export type Processor = z.infer<typeof processor>

export const revealInput = z.strictObject({ kind: z.enum(MASKED_KINDS, 'Indica qué dato quieres ver.') })
export type RevealInput = z.infer<typeof revealInput>

/** Null: the caller has no such value. */
export const revealOutput = z.object({ value: z.nullable(z.string()) })

/** DAT-03: what Amparo keeps of the caller. */
export const heldOutput = z.object({ groups: z.array(heldGroup), processors: z.array(processor) })
export type Held = z.infer<typeof heldOutput>

/** DAT-05: the caller's newest copy. */
export const copyState = z.object({
  copy: z.nullable(
    z.object({
      id: z.uuid(),
      state: z.enum(['pedida', 'preparando', 'lista', 'fallida', 'vencida']),
      /** ISO 8601, UTC. */
      expires_at: z.nullable(z.string()),
      missing_files: z.int(),
      bytes: z.int(),
      parts: z.int(),
    }),
  ),
})
export type CopyState = z.infer<typeof copyState>

export const openCopyInput = z.strictObject({ copyId: z.uuid(MESSAGES.copyUnknown) })
export const openCopyOutput = z.object({ urls: z.array(z.string()) })

export const looksInput = z.optional(
  z.strictObject({ after: z.optional(z.string().check(z.regex(/^\d{1,18}$/, MESSAGES.pageUnknown))) }),
)
export type LooksInput = z.infer<typeof looksInput>

/** DAT-36: a look of the team at the caller's data. Who looked is not told. */
const look = z.object({ id: z.string(), at: z.string(), what: z.string(), why: z.string() })
export type Look = z.infer<typeof look>
export const looksOutput = z.object({ looks: z.array(look), next: z.nullable(z.string()) })
export type LooksPage = z.infer<typeof looksOutput>

/** DAT-10: what can be asked for, in the order of the form. */
export const REQUEST_KINDS = {
  corregir: 'Corregir un dato',
  borrar: 'Borrar un dato',
  oponer: 'Oponerme a un uso',
  bloquear: 'Bloquear un dato',
  llevar: 'Llevar mis datos',
  revision: 'Revisión humana de una sugerencia',
  consulta: 'Otra consulta',
} as const
export type RequestKind = keyof typeof REQUEST_KINDS

/** DAT-11, DAT-23: whether a kind needs the person's own words. A correction with an account has fields instead. */
export const NEEDS_WORDS: Readonly<Record<RequestKind | 'acceso', boolean>> = {
  acceso: false,
  corregir: true,
  borrar: false,
  oponer: false,
  bloquear: false,
  llevar: false,
  revision: true,
  consulta: true,
}

/** DAT-11: the causes of articles 7 and 8 in plain words. */
export const REQUEST_CAUSES = {
  innecesario: 'Ya no es necesario para lo que se recogió',
  consentimiento: 'Retiré mi consentimiento',
  ilicito: 'Se obtuvo o se usa de forma ilícita',
  caduco: 'Está vencido o desactualizado',
  orden: 'Una ley o un tribunal ordena borrarlo',
  opuse: 'Me opuse a su uso',
  derechos: 'El uso afecta mis derechos',
  publicidad: 'Se usa para publicidad',
  fuente: 'Viene de una fuente de acceso público y no hay otra base',
} as const
export type RequestCause = keyof typeof REQUEST_CAUSES

/** DAT-16: causes in the law of a refusal, whole or partial. */
export const REFUSAL_CAUSES = {
  identidad: 'No se probó la identidad de quien pide (art. 11)',
  exacto: 'El dato es exacto (art. 6)',
  obligacion: 'Una ley obliga a conservarlo (art. 7, i a iii)',
  defensa: 'Es necesario para ejercer o defender un derecho (art. 7, vi)',
  contrato: 'Es necesario para cumplir el contrato (art. 13)',
  tercero: 'Protege el secreto o los derechos de otra persona (art. 14 bis)',
  inexistente: 'Amparo no guarda ese dato (art. 5)',
} as const
export type RefusalCause = keyof typeof REFUSAL_CAUSES

export const MAX_DETAILS = 2_000
export const MAX_VALUE = 200
export const MAX_REQUEST_FILES = 3
export const MIN_REASON = 20
/** DAT-11: of a file. */
export const MAX_EVIDENCE_MB = 10

/** A text without one visible character is none. */
const visibleText = (text: string) => (hasVisibleText(text) ? cleanText(text) : '')

const optionalText = (max: number, tooLong: string) =>
  z.pipe(
    z.pipe(z.string(tooLong).check(z.maxLength(max * 10, tooLong)), z.transform(visibleText)),
    z.string().check(z.refine((text) => fitsLength(text, max), tooLong)),
  )

const requestId = idField(MESSAGES.requestUnknown)
export const detailsField = optionalText(MAX_DETAILS, MESSAGES.detailsTooLong)

/** DAT-10 to DAT-12: a new request. What its kind needs is checked by `requestProblems`. */
export const sendRequestInput = z.strictObject({
  requestId,
  kind: z.enum(keysOf(REQUEST_KINDS), MESSAGES.kindMissing),
  about: z.nullable(z.string(MESSAGES.aboutMissing).check(z.maxLength(40, MESSAGES.aboutMissing))),
  /** The case or review that the request names; null: it names none. */
  objectId: z.optional(z.nullable(idField(MESSAGES.objectMissing))),
  cause: z.nullable(z.enum(keysOf(REQUEST_CAUSES), MESSAGES.causeMissing)),
  newValue: optionalText(MAX_VALUE, MESSAGES.valueTooLong),
  details: detailsField,
  fileKeys: z
    .array(z.string(MESSAGES.fileMissing).check(z.maxLength(200, MESSAGES.fileMissing)))
    .check(z.maxLength(MAX_REQUEST_FILES, MESSAGES.tooManyFiles)),
})
export type SendRequestInput = z.infer<typeof sendRequestInput>

export const requestIdInput = z.strictObject({ requestId })
export type RequestIdInput = z.infer<typeof requestIdInput>

/** DAT-18: what others are shown of a person, which a request can name. */
export const OBJECT_KINDS = ['perfil', 'causa', 'resena'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
export const BLOCK_LABELS = {
  provisional: 'Bloqueado mientras se revisa',
  vigente: 'Bloqueado',
  levantado: 'Sin bloqueo',
} as const
export type BlockState = keyof typeof BLOCK_LABELS
export const BLOCK_STATES = keysOf(BLOCK_LABELS)

const shownObject = z.object({
  object: z.enum(OBJECT_KINDS),
  id: z.uuid(),
  label: z.string(),
  text: z.string(),
  /** By this person, who can block it once. */
  blocked_before: z.boolean(),
})
export type ShownObject = z.infer<typeof shownObject>
export const shownObjectsOutput = z.object({ objects: z.array(shownObject) })

export const STATE_LABELS = {
  por_confirmar: 'Por confirmar',
  recibida: 'Recibida',
  identidad: 'Falta tu identidad',
  ampliada: 'Plazo ampliado',
  aceptada: 'Aceptada',
  parcial: 'Aceptada en parte',
  rechazada: 'Rechazada',
  retirada: 'Retirada',
} as const
export type RequestState = keyof typeof STATE_LABELS
export const REQUEST_STATES = keysOf(STATE_LABELS)
const requestState = z.enum(REQUEST_STATES)

const ownRequest = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum([...keysOf(REQUEST_KINDS), 'acceso']),
  state: requestState,
  /** ISO 8601, UTC. */
  received_at: z.string(),
  /** YYYY-MM-DD. */
  due_on: z.string(),
  is_overdue: z.boolean(),
  decided_at: z.nullable(z.string()),
})
export type OwnRequest = z.infer<typeof ownRequest>
export const ownRequestsOutput = z.object({ requests: z.array(ownRequest) })

const requestMessage = z.object({
  kind: z.enum([
    'received',
    'extended',
    'identity',
    'proven',
    'attached',
    'answer',
    'withdrawn',
    'unblocked',
    'lifted',
  ]),
  body: z.string(),
  sent_at: z.string(),
  /** The outcome of its e-mail; null: not known yet, or it has none. */
  mail: z.nullable(z.enum(['sent', 'read', 'failed'])),
})
export type MailOutcome = NonNullable<z.infer<typeof requestMessage>['mail']>

/** Without address for somebody without an account: only those who are signed in open files. */
const requestFile = z.object({ name: z.string(), url: z.nullable(z.string()) })

export const requestFields = {
  ...ownRequest.shape,
  /** The chosen value in words. */
  about: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  new_value: z.nullable(z.string()),
  details: z.string(),
  files: z.array(requestFile),
  extended: z.boolean(),
  /** Null: it blocks nothing. */
  block: z.nullable(z.enum(BLOCK_STATES)),
  /** Words of the case or review that it names. */
  object: z.nullable(z.string()),
  messages: z.array(requestMessage),
}

/** DAT-14: one request of the caller, with all that was sent. */
export const requestView = z.object(requestFields)
export type RequestView = z.infer<typeof requestView>

export const endedBlock = z.object({ block: z.enum(BLOCK_STATES) })
export type EndedBlock = z.infer<typeof endedBlock>

export const withdrawnRequest = z.object({ withdrawn: z.literal(true) })
export const proveIdentityInput = z.strictObject({
  requestId,
  fileKey: z
    .string(MESSAGES.fileMissing)
    .check(z.minLength(1, MESSAGES.fileMissing), z.maxLength(200, MESSAGES.fileMissing)),
})
export type ProveIdentityInput = z.infer<typeof proveIdentityInput>

/** DAT-60: a line of the queue. */
const queuedRequest = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: ownRequest.shape.kind,
  state: requestState,
  due_on: z.string(),
})
export type QueuedRequest = z.infer<typeof queuedRequest>
export const requestQueueOutput = z.object({
  requests: z.array(queuedRequest),
  total: z.int(),
  due_today: z.int(),
  overdue: z.int(),
})
export type RequestQueue = z.infer<typeof requestQueueOutput>

/** DAT-23: who asks without an account, and which datum is to be found. */
export const visitorFields = z.object({
  name: z.string(),
  quality: z.enum(['titular', 'representante', 'heredero']),
  email: z.string(),
  datum_kind: z.enum(['email', 'rut', 'phone']),
  datum: z.string(),
})
export type Visitor = z.infer<typeof visitorFields>

/** DAT-60: a request as administrators see it. */
export const queuedRequestView = z.object({
  ...requestFields,
  /** «Ma••• S••• · m•••@correo.cl» */
  person: z.string(),
  /** Who asks without an account; null: it is a request of an account, or its visitor is forgotten. */
  visitor: z.nullable(visitorFields),
  /** DAT-25: why it cannot be granted yet. */
  missing_proof: z.nullable(z.string()),
  /** What the named column says now; null: no column. */
  current_value: z.nullable(z.string()),
  /** What the system does when it is granted; null: nothing by itself. */
  effect: z.nullable(z.string()),
  /** Whether granting it needs words about what was done. */
  needs_done: z.boolean(),
  can_apply: z.boolean(),
  can_extend: z.boolean(),
  is_own: z.boolean(),
  identity_lapsed: z.boolean(),
})
export type QueuedRequestView = z.infer<typeof queuedRequestView>

const longReason = textField(MAX_DETAILS, MESSAGES.reasonTooShort, MESSAGES.detailsTooLong).check(
  z.refine((text) => text.trim().length >= MIN_REASON, MESSAGES.reasonTooShort),
)
export const extendRequestInput = z.strictObject({ requestId, reason: longReason })
export type ExtendRequestInput = z.infer<typeof extendRequestInput>

/** DAT-16, DAT-17: an answer. A refusal, whole or partial, needs its cause. */
export const decideRequestInput = z.strictObject({
  requestId,
  outcome: z.enum(['aceptada', 'parcial', 'rechazada'], MESSAGES.notNow),
  cause: z.nullable(z.enum(keysOf(REFUSAL_CAUSES), MESSAGES.refusalCauseMissing)),
  answer: longReason,
  /** DAT-21: of a human review. */
  criteria: z.nullable(optionalText(MAX_DETAILS, MESSAGES.detailsTooLong)),
  /** DAT-17: what was done, where the system does nothing by itself. */
  done: z.optional(z.nullable(optionalText(MAX_DETAILS, MESSAGES.detailsTooLong))),
})
export type DecideRequestInput = z.infer<typeof decideRequestInput>

export const requestChanged = z.object({ state: requestState })
export type RequestChanged = z.infer<typeof requestChanged>
