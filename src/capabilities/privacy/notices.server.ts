import { formatLongDate } from '../../chile/dates.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { CHANGED_VERSIONS, DOCUMENT_PATHS, type LegalDocument, versionId } from '../consents/rules.ts'
import { complaintText } from './request-rules.ts'
import { findAdminName, listForNotices } from './request-store.server.ts'
import { versionNoticeKind } from './rules.ts'

const UPDATED: Readonly<Record<LegalDocument, string>> = {
  terminos: 'Actualizamos los Términos y Condiciones',
  privacidad: 'Actualizamos la Política de Privacidad',
  anexo: 'Actualizamos el anexo sobre la Ley N° 21.719',
}

/** DAT-33: a kind for each changed version of a legal document. */
const kinds = Object.fromEntries(
  CHANGED_VERSIONS.map((version): [string, NoticeKind<{ about: null }>] => {
    const { document, summary, appliesFrom } = version
    return [
      versionNoticeKind(versionId(version)),
      {
        category: 'account',
        subject: UPDATED[document],
        sentence: () => `${UPDATED[document]}: ${summary}. Rige desde el ${formatLongDate(appliesFrom)}.`,
        callToAction: 'Léela en Amparo',
        isAcknowledged: true,
        target: () => ({ path: DOCUMENT_PATHS[document] }),
      },
    ]
  }),
)

/** Their notices refer to the person. */
export const privacyNotices = noticeSource(
  kinds,
  async (_db, _userId, refs) => new Map(refs.map((ref) => [ref, { about: null }])),
)

/** The facts of notices about a request of one's own; `ref` is its id. */
interface RequestFacts extends NoticeFacts {
  id: string
  number: string
  dueOn: string
  received: Date
  decided: Date | null
}

const atRequest = ({ id }: RequestFacts) => ({ path: `/mis-datos/solicitud/${id}` })
const untilText = ({ dueOn }: RequestFacts) => `Te responderemos a más tardar el ${formatLongDate(dueOn)}.`
const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

const requestKinds: Record<string, NoticeKind<RequestFacts>> = {
  'request-received': {
    category: 'account',
    subject: ({ number }) => `Recibimos tu solicitud ${number}`,
    sentence: (facts) => `Recibimos tu solicitud ${facts.number}. ${untilText(facts)}`,
    mailSentence: (facts) => withoutStop(`recibimos tu solicitud ${facts.number}. ${untilText(facts)}`),
    target: atRequest,
  },
  'request-extended': {
    category: 'account',
    subject: ({ number }) => `Ampliamos el plazo de tu solicitud ${number}`,
    sentence: (facts) => `Ampliamos el plazo de tu solicitud ${facts.number}. ${untilText(facts)}`,
    mailSentence: (facts) =>
      withoutStop(`ampliamos el plazo de tu solicitud ${facts.number}. ${untilText(facts)}`),
    target: atRequest,
  },
  'request-identity': {
    category: 'account',
    subject: ({ number }) => `Confirma tu identidad para tu solicitud ${number}`,
    sentence: ({ number }) => `Confirma tu identidad para tu solicitud ${number}.`,
    mailSentence: ({ number }) => `confirma tu identidad para tu solicitud ${number}`,
    target: atRequest,
  },
  'block-lifted': {
    category: 'account',
    subject: ({ number }) => `Levantamos el bloqueo de tu solicitud ${number}`,
    sentence: ({ number }) => `Levantamos el bloqueo de tu solicitud ${number}.`,
    mailSentence: ({ number }) =>
      `levantamos el bloqueo de tu solicitud ${number}. Lee el motivo en "Tus datos"`,
    target: atRequest,
  },
  'request-answered': {
    category: 'account',
    subject: ({ number }) => `Respondimos tu solicitud ${number}`,
    sentence: ({ number }) => `Respondimos tu solicitud ${number}.`,
    mailSentence: ({ number, received, decided }) =>
      withoutStop(
        `respondimos tu solicitud ${number}. Lee la respuesta en "Tus datos". ${complaintText(received, decided ?? received)}`,
      ),
    target: atRequest,
  },
}

async function readRequestFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, RequestFacts>> {
  const rows = await listForNotices(db, userId, ids)
  return new Map(
    rows.map(({ id, number, due_on, received_at, decided_at }) => [
      id,
      { about: null, id, number, dueOn: due_on, received: received_at, decided: decided_at },
    ]),
  )
}

export const requestNotices = noticeSource(requestKinds, readRequestFacts)

/** DAT-62: tells the other administrators; `ref` is the one who was stopped. */
export const lookNotices = noticeSource(
  {
    'lookups-stopped': {
      category: 'account',
      subject: 'Muchas búsquedas de personas',
      sentence: ({ name }: { about: null; name: string }) =>
        `${name} llegó al máximo de 60 búsquedas de personas en una hora.`,
      target: () => ({ path: '/admin/registro' }),
    },
  },
  async (db, _userId, refs) => {
    const facts = new Map<string, { about: null; name: string }>()
    for (const ref of refs) {
      const name = await findAdminName(db, ref)
      if (name !== null) facts.set(ref, { about: null, name })
    }
    return facts
  },
)
