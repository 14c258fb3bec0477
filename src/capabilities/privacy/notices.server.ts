import { formatLongDate } from '../../chile/dates.ts'
import { type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { CHANGED_VERSIONS, DOCUMENT_PATHS, type LegalDocument, versionId } from '../consents/rules.ts'
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
