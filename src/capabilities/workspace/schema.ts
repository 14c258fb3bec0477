import * as z from 'zod/mini'
import { isoDay } from '../../chile/dates.ts'
import { idField, textField } from '../../input/fields.ts'
import { cleanText, fitsLength } from '../../input/text.ts'
import { MESSAGES as CASE_MESSAGES, type Side } from '../cases/schema.ts'

/** The columns of the board, in display order (CAS-08). */
export const TASK_STATUSES = ['por_analizar', 'en_desarrollo', 'listo_para_cliente'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const COLUMN_NAMES: Record<TaskStatus, string> = {
  por_analizar: 'Por Analizar',
  en_desarrollo: 'En Desarrollo',
  listo_para_cliente: 'Listo para Cliente',
}

/** SEG-26: who does a task. */
export const ASSIGNEE_NAMES: Record<Side, string> = { lawyer: 'Abogado', client: 'Cliente' }
const ASSIGNEES = ['lawyer', 'client'] as const satisfies readonly Side[]

/** In graphemes, as in chat/schema.ts. */
export const MAX_TITLE_LENGTH = 200
export const MAX_NOTE_LENGTH = 2_000
/** Of a task's checklist. */
export const MAX_ITEMS = 20
export const MAX_ITEM_LENGTH = 200
/** Per case. */
export const MAX_TASKS = 200

export const MESSAGES = {
  /** CAS-15. */
  tasksFailed: 'No se pudieron cargar las tareas.',
  taskFailed: 'No se pudo cargar la tarea.',
  /** CAS-13. */
  notMoved: 'No se pudo actualizar la tarea.',
  /** OPEN-67. */
  noTasks: 'Sin tareas',
  titleMissing: 'Escribe el nombre de la tarea.',
  titleTooLong: 'El nombre puede tener hasta 200 caracteres.',
  idInvalid: 'El identificador no es válido.',
  idTaken: 'Ya existe otra tarea con este identificador.',
  statusUnknown: 'Elige una columna del tablero.',
  lawyerOnly: 'Solo el abogado de la causa puede cambiar el tablero.',
  /** OPEN-42: nothing changes in a finished case, unless it runs again. */
  finished: 'La causa está finalizada: su tablero ya no cambia.',
  tasksFull: 'El tablero puede tener hasta 200 tareas.',
  /** The same for tasks of other cases, deleted and unknown tasks. */
  taskGone: 'Esta tarea ya no existe.',
  itemGone: 'Este paso ya no existe.',
  ownTasksOnly: 'Solo puedes marcar tus propias tareas.',
  dueDayInvalid: 'Elige un día del calendario.',
  dueDayPast: 'Elige un día desde hoy.',
  dueDayTooFar: 'Elige un día dentro de los próximos 10 años.',
  assigneeUnknown: 'Elige quién hace la tarea.',
  noteTooLong: 'La nota puede tener hasta 2.000 caracteres.',
  itemMissing: 'Escribe el paso o quítalo.',
  itemTooLong: 'Un paso puede tener hasta 200 caracteres.',
  tooManyItems: 'Una tarea puede tener hasta 20 pasos.',
  itemTwice: 'Un paso está dos veces en la lista.',
  doneUnknown: 'Indica si está hecha.',
  cursorInvalid: 'Vuelve a cargar la lista.',
  /** SEG-28. */
  noOwnTasks: 'No tienes tareas pendientes.',
  tooMany: 'Estás haciendo muchos cambios. Espera un momento e inténtalo de nuevo.',
  caseDeleted: 'Tu causa fue eliminada.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
const taskId = idField(MESSAGES.taskGone)
const status = z.enum(TASK_STATUSES, MESSAGES.statusUnknown)

const toLine = (text: string) => cleanText(text).replace(/\s+/gu, ' ')

/** One line, cleaned and not empty. */
export const taskTitle = textField(MAX_TITLE_LENGTH, MESSAGES.titleMissing, MESSAGES.titleTooLong, toLine)

export const caseIdInput = z.strictObject({ caseId })
export const deleteCaseOutput = z.object({ deleted: z.literal(true) })

/** SEG-26: what a card shows of a task besides its title. */
const taskFacts = {
  /** A day in Chile. */
  due_on: z.nullable(z.iso.date()),
  assignee: z.nullable(z.enum(ASSIGNEES)),
  done_at: z.nullable(z.iso.datetime()),
  /** Lines of its checklist. */
  items_done: z.int(),
  items_total: z.int(),
  has_note: z.boolean(),
}

/** ENT-13: a task. */
export const task = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(TASK_STATUSES),
  order: z.int(),
  ...taskFacts,
})
export type Task = z.infer<typeof task>
/** What the order of the board depends on. */
export type TaskPosition = Pick<Task, 'id' | 'status' | 'order'>
export type TaskFacts = Omit<Task, 'status' | 'order'>

/** CAS-09: the tasks by column and order. Every change of the board returns it. */
export const boardOutput = z.object({ tasks: z.array(task) })
export type Board = z.infer<typeof boardOutput>

export const addTaskInput = z.strictObject({ caseId, id: idField(MESSAGES.idInvalid), title: taskTitle })
export type AddTaskInput = z.infer<typeof addTaskInput>

export const renameTaskInput = z.strictObject({ caseId, taskId, title: taskTitle })
export type RenameTaskInput = z.infer<typeof renameTaskInput>

/** OPEN-44: `before` is the id of the next task in the target column; null appends. */
export const moveTaskInput = z.strictObject({ caseId, taskId, status, before: z.nullable(taskId) })
export type MoveTaskInput = z.infer<typeof moveTaskInput>

export const deleteTaskInput = z.strictObject({ caseId, taskId })
export type DeleteTaskInput = z.infer<typeof deleteTaskInput>

export const taskInput = z.strictObject({ caseId, taskId })
export type TaskInput = z.infer<typeof taskInput>

/** SEG-26: note and checklist of a task. */
export const taskDetails = z.object({
  note: z.string(),
  items: z.array(z.object({ id: z.uuid(), text: z.string(), is_done: z.boolean() })),
})
export type TaskDetails = z.infer<typeof taskDetails>

const isDay = (text: string) => {
  try {
    return isoDay(text) === text
  } catch {
    return false
  }
}
const dueDay = z.string(MESSAGES.dueDayInvalid).check(z.refine(isDay, MESSAGES.dueDayInvalid))

const note = z.pipe(
  z.pipe(
    z.string(MESSAGES.noteTooLong).check(z.maxLength(MAX_NOTE_LENGTH * 10, MESSAGES.noteTooLong)),
    z.transform(cleanText),
  ),
  z.string().check(z.refine((text) => fitsLength(text, MAX_NOTE_LENGTH), MESSAGES.noteTooLong)),
)

const item = z.strictObject({
  id: idField(MESSAGES.idInvalid),
  text: textField(MAX_ITEM_LENGTH, MESSAGES.itemMissing, MESSAGES.itemTooLong, toLine),
})

/** The ids of the checklist's lines are made by the browser; a line with a known id stays ticked or not. */
export const editTaskInput = z.strictObject({
  caseId,
  taskId,
  due_on: z.nullable(dueDay),
  assignee: z.nullable(z.enum(ASSIGNEES, MESSAGES.assigneeUnknown)),
  note,
  items: z.array(item, MESSAGES.tooManyItems).check(
    z.maxLength(MAX_ITEMS, MESSAGES.tooManyItems),
    z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, MESSAGES.itemTwice),
  ),
})
export type EditTaskInput = z.infer<typeof editTaskInput>

/** SEG-27: a tick states its value, so that a repeated request changes nothing. */
const done = z.boolean(MESSAGES.doneUnknown)
export const tickTaskInput = z.strictObject({ caseId, taskId, done })
export type TickTaskInput = z.infer<typeof tickTaskInput>
export const tickItemInput = z.strictObject({ caseId, taskId, itemId: idField(MESSAGES.itemGone), done })
export type TickItemInput = z.infer<typeof tickItemInput>
export const tickOutput = z.object({ done: z.boolean() })

/** SEG-28: a task of the caller in one of their running cases. */
export const ownTask = z.object({
  id: z.uuid(),
  title: z.string(),
  case_id: z.uuid(),
  case_title: z.string(),
  ...taskFacts,
})
export type OwnTask = z.infer<typeof ownTask>

/** Day and id of the last task of the previous page. */
export const ownTasksInput = z.strictObject({
  after: z.optional(
    z.string(MESSAGES.cursorInvalid).check(
      z.regex(
        /^[1-9]\d{3}-\d{2}-\d{2}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        MESSAGES.cursorInvalid,
      ),
      z.refine((cursor) => isDay(cursor.slice(0, 10)), MESSAGES.cursorInvalid),
    ),
  ),
})
export type OwnTasksInput = z.infer<typeof ownTasksInput>
export const ownTasksOutput = z.object({
  tasks: z.array(ownTask),
  next: z.nullable(z.string()),
  /** Pending tasks, and the cases that they belong to. */
  pending: z.int(),
  cases: z.int(),
})
export type OwnTasks = z.infer<typeof ownTasksOutput>
export const OWN_TASKS_PAGE_SIZE = 50

/** The documents that the lawyer of a case waits for, for its client. */
const awaitedDocuments = z.object({
  case_id: z.string(),
  case_title: z.string(),
  count: z.int(),
  /** Day in Chile on which the first one is due. */
  due_on: z.string(),
})
export type AwaitedDocuments = z.infer<typeof awaitedDocuments>

/** SEG-28: the first pending tasks, for the panel, and the documents that are still to be delivered. */
export const NEXT_TASKS = 5
export const nextTasksOutput = z.object({
  tasks: z.array(ownTask),
  pending: z.int(),
  documents: z.array(awaitedDocuments),
})
