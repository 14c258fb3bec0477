import type { Db } from '../../platform/database/database.server.ts'
import {
  type NoticeFacts,
  type NoticeKind,
  noticeSource,
  quoteTitle,
} from '../../platform/notices/notice-kinds.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { countDueTasks, listNoticeFacts } from './store.server.ts'

/** The facts of notices about a task; `ref` is its id. */
interface TaskNoticeFacts extends NoticeFacts {
  caseId: string
  caseTitle: string
  title: string
  isDone: boolean
  /** Name of the other party. */
  other: string
}

const board = ({ caseId }: TaskNoticeFacts) => ({ path: `/case/${caseId}` })

const taskKinds: Record<string, NoticeKind<TaskNoticeFacts>> = {
  'task-assigned': {
    category: 'tasks',
    subject: 'Tienes una tarea en tu causa',
    sentence: ({ title }) => `Tienes una tarea: «${title}».`,
    mailSentence: ({ other, caseTitle }) => `${other} te dejó una tarea en ${quoteTitle(caseTitle)}`,
    isStillDue: ({ isDone }) => !isDone,
    target: board,
  },
  'task-done': {
    category: 'tasks',
    subject: 'Avanzó una tarea de tu causa',
    sentence: ({ other, title, isDone }) =>
      isDone ? `${other} marcó como hecha «${title}».` : `${other} dejó pendiente «${title}».`,
    mailSentence: ({ other, isDone, caseTitle }) =>
      `${other} ${isDone ? 'marcó como hecha' : 'dejó pendiente'} una tarea en ${quoteTitle(caseTitle)}`,
    target: board,
  },
  'task-items-done': {
    category: 'tasks',
    subject: 'Avanzó una tarea de tu causa',
    sentence: ({ other, title }) => `${other} avanzó en «${title}».`,
    mailSentence: ({ other, caseTitle }) => `${other} avanzó en una tarea de ${quoteTitle(caseTitle)}`,
    target: board,
  },
}

async function readTaskFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, TaskNoticeFacts>> {
  const rows = await listNoticeFacts(db, userId, ids)
  return new Map(
    rows.map(({ id, title, done_at, case_id: caseId, case_title: caseTitle, ...row }) => {
      const other = (row.client_id === userId ? row.lawyer_name : row.client_name) ?? DELETED_USER_NAME
      return [id, { about: caseTitle, caseTitle, caseId, title, isDone: done_at !== null, other }]
    }),
  )
}

interface DueFacts extends NoticeFacts {
  count: number
}

/** SEG-28: `ref` is the person. It has facts while one of their tasks is due or overdue. */
const dueKinds: Record<string, NoticeKind<DueFacts>> = {
  'tasks-due': {
    category: 'tasks',
    subject: 'Tienes tareas que vencen',
    sentence: ({ count }) =>
      count === 1
        ? 'Tienes 1 tarea que vence hoy o está atrasada.'
        : `Tienes ${count} tareas que vencen hoy o están atrasadas.`,
    mailSentence: ({ count }) =>
      count === 1
        ? 'tienes 1 tarea que vence hoy o está atrasada'
        : `tienes ${count} tareas que vencen hoy o están atrasadas`,
    target: () => ({ path: '/tareas' }),
  },
}

async function readDueFacts(db: Db, userId: string, refs: readonly string[]): Promise<Map<string, DueFacts>> {
  const count = refs.includes(userId) ? await countDueTasks(db, userId) : 0
  return new Map(count ? [[userId, { about: null, count }]] : [])
}

export const taskNotices = noticeSource(taskKinds, readTaskFacts)
export const dueTaskNotices = noticeSource(dueKinds, readDueFacts)
