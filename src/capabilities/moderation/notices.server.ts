import { formatLongDate } from '../../chile/dates.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { OUTCOME_TEXTS } from './rules.ts'
import { listNoticedSanctions, listSuspendedPartners } from './sanction-store.server.ts'
import { APPEAL_ANSWER_DAYS, type Outcome } from './schema.ts'
import { listOwnReports } from './store.server.ts'

/** The facts of notices to a reporter; `ref` is the report. */
interface ReportFacts extends NoticeFacts {
  id: string
  outcome: Outcome | null
}

const ofReport = ({ id }: ReportFacts) => ({ path: `/reporte/${id}` })

/** DAT-66, DAT-69. */
export const reportNotices = noticeSource<ReportFacts>(
  {
    'report-asked': {
      category: 'account',
      subject: 'Necesitamos más mensajes para revisar tu reporte',
      sentence: () => 'Necesitamos más mensajes para revisar tu reporte. Puedes elegirlos o no enviar más.',
      target: ofReport,
      isStillDue: ({ outcome }) => outcome === null,
    },
    'report-closed': {
      category: 'account',
      subject: 'Respondimos tu reporte',
      sentence: ({ outcome }) => (outcome ? OUTCOME_TEXTS[outcome] : 'Revisamos tu reporte.'),
      target: ofReport,
    },
  },
  async (db: Db, userId, ids) => {
    const rows = await listOwnReports(db, userId, ids)
    return new Map(rows.map(({ id, outcome }) => [id, { about: null, id, outcome }]))
  },
)

/** The facts of notices to the person of a sanction; `ref` is the sanction. */
interface SanctionFacts extends NoticeFacts {
  startsOn: string
}

const kindOf = (
  subject: string,
  sentence: NoticeKind<SanctionFacts>['sentence'],
): NoticeKind<SanctionFacts> => ({
  category: 'account',
  subject,
  sentence,
  callToAction: 'Lee el motivo y responde en Amparo',
  target: () => ({ path: '/cuenta-suspendida' }),
})

/** DAT-69 to DAT-72: nothing personal, and the reason only in Amparo. */
export const sanctionNotices = noticeSource<SanctionFacts>(
  {
    'sanction-warned': kindOf(
      'Recibiste una advertencia',
      () => 'Recibiste una advertencia del equipo de Amparo. Puedes apelar.',
    ),
    'sanction-hidden': kindOf(
      'Ocultamos contenido tuyo',
      () => 'El equipo de Amparo ocultó contenido tuyo. Puedes apelar.',
    ),
    'sanction-announced': kindOf(
      'Tu cuenta será suspendida',
      ({ startsOn }) => `Tu cuenta será suspendida el ${startsOn}. Antes puedes responder.`,
    ),
    'sanction-begun': kindOf(
      'Tu cuenta está suspendida',
      () => 'Tu cuenta está suspendida. Puedes ver tus datos y apelar.',
    ),
    'sanction-ended': kindOf(
      'Terminó la medida sobre tu cuenta',
      () => 'Terminó la medida sobre tu cuenta. Ya no tiene efecto.',
    ),
    'appeal-received': kindOf(
      'Recibimos tu apelación',
      () => `Recibimos tu apelación. Te responderemos en ${APPEAL_ANSWER_DAYS} días.`,
    ),
    'appeal-answered': kindOf('Respondimos tu apelación', () => 'Respondimos tu apelación.'),
  },
  async (db: Db, userId, ids) => {
    const rows = await listNoticedSanctions(db, userId, ids)
    return new Map(
      rows.map(({ id, starts_at }) => [
        id,
        { about: null, startsOn: formatLongDate(starts_at.toISOString()) },
      ]),
    )
  },
)

/** The facts of a notice to the other party of a running case; `ref` is the case. */
interface PartnerFacts extends NoticeFacts {
  caseId: string
  name: string
}

/** DAT-71. */
export const partnerNotices = noticeSource<PartnerFacts>(
  {
    'partner-suspended': {
      category: 'updates',
      subject: 'Una persona de tu causa no puede usar Amparo por ahora',
      sentence: ({ name }) =>
        `${name} no puede usar Amparo por ahora. Tus mensajes y documentos siguen aquí.`,
      target: ({ caseId }) => ({ path: `/case/${caseId}` }),
    },
  },
  async (db: Db, userId, ids) => {
    const rows = await listSuspendedPartners(db, userId, ids)
    return new Map(rows.map(({ id, name }) => [id, { about: null, caseId: id, name }]))
  },
)
