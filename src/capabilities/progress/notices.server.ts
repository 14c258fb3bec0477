import { formatLongDate } from '../../chile/dates.ts'
import type { Db } from '../../platform/database/database.server.ts'
import {
  type NoticeFacts,
  type NoticeKind,
  noticeSource,
  quoteTitle,
} from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { PROMISE_TRANSITIONS } from './rules.ts'
import { listCasesWithUpdate, listPromiseFacts, listUpdateFacts } from './store.server.ts'

const casePage = ({ caseId }: { caseId: string }) => ({ path: `/case/${caseId}` })

/** The facts of notices about an update; `ref` is its id. They never have its words. */
interface UpdateFacts extends NoticeFacts {
  caseId: string
  title: string
  author: string
}

const updateKinds: Record<string, NoticeKind<UpdateFacts>> = {
  'update-published': {
    category: 'updates',
    subject: 'Novedad en tu causa',
    sentence: ({ author }) => `${author} publicó una novedad.`,
    mailSentence: ({ author, title }) => `${author} publicó una novedad en ${quoteTitle(title)}`,
    target: casePage,
  },
  'update-corrected': {
    category: 'updates',
    subject: 'Novedad en tu causa',
    sentence: ({ author }) => `${author} corrigió una novedad.`,
    mailSentence: ({ author, title }) => `${author} corrigió una novedad en ${quoteTitle(title)}`,
    target: casePage,
  },
}

async function readUpdateFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, UpdateFacts>> {
  const rows = await listUpdateFacts(db, userId, ids)
  return new Map(
    rows.map(({ id, case_id: caseId, title, author }) => [
      id,
      { about: title, title, caseId, author: author ?? DELETED_USER_NAME },
    ]),
  )
}

/** The facts of reminders of a promise; `ref` is its id. */
interface PromiseFacts extends NoticeFacts {
  caseId: string
  title: string
  promisedOn: string
  isOpen: boolean
}

const promiseKinds: Record<string, NoticeKind<PromiseFacts>> = {
  'promise-due': {
    category: 'updates',
    subject: 'Prometiste una novedad',
    sentence: ({ promisedOn }) => `Prometiste una novedad antes del ${formatLongDate(promisedOn)}.`,
    mailSentence: ({ promisedOn, title }) =>
      `prometiste una novedad en ${quoteTitle(title)} antes del ${formatLongDate(promisedOn)}`,
    isStillDue: ({ isOpen }) => isOpen,
    target: casePage,
  },
}

async function readPromiseFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, PromiseFacts>> {
  const rows = await listPromiseFacts(db, userId, ids)
  return new Map(
    rows.map(({ id, case_id: caseId, title, promised_on: promisedOn, status }) => {
      const isOpen = PROMISE_TRANSITIONS.update.from.some((open) => open === status)
      return [id, { about: title, title, caseId, promisedOn, isOpen }]
    }),
  )
}

/** The facts of notices to a lawyer about an update that the client waits for; `ref` is the case. */
interface AwaitedFacts extends CaseFacts {
  hasUpdate: boolean
}

const isRunning = ({ status }: CaseFacts) => status === 'activo' || status === 'en progreso'

const awaitedUpdateKinds: Record<string, NoticeKind<AwaitedFacts>> = {
  'update-requested': {
    category: 'updates',
    subject: 'Tu cliente pidió una novedad',
    sentence: ({ other }) => `${other} te pidió una novedad.`,
    mailSentence: ({ other, about }) => `${other} te pidió una novedad en ${quoteTitle(about ?? '')}`,
    isStillDue: isRunning,
    target: casePage,
  },
  'first-update-due': {
    category: 'updates',
    subject: 'Tu cliente espera una novedad',
    sentence: ({ other }) => `${other} espera la primera novedad de su causa.`,
    mailSentence: ({ other, about }) =>
      `${other} espera la primera novedad de su causa ${quoteTitle(about ?? '')}`,
    isStillDue: (facts) => !facts.hasUpdate && isRunning(facts),
    target: casePage,
  },
}

async function readAwaitedFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, AwaitedFacts>> {
  const cases = await readCaseFacts(db, userId, ids)
  const updated = new Set((await listCasesWithUpdate(db, ids)).map(({ case_id }) => case_id))
  return new Map([...cases].map(([id, facts]) => [id, { ...facts, hasUpdate: updated.has(id) }]))
}

export const updateNotices = noticeSource(updateKinds, readUpdateFacts)
export const promiseNotices = noticeSource(promiseKinds, readPromiseFacts)
export const awaitedUpdateNotices = noticeSource(awaitedUpdateKinds, readAwaitedFacts)
