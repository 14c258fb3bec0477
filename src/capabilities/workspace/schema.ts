import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { cleanText } from '../../input/text.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'

/** The columns of the board, in display order (CAS-08). */
export const TASK_STATUSES = ['por_analizar', 'en_desarrollo', 'listo_para_cliente'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const COLUMN_NAMES: Record<TaskStatus, string> = {
  por_analizar: 'Por Analizar',
  en_desarrollo: 'En Desarrollo',
  listo_para_cliente: 'Listo para Cliente',
}

/** In graphemes, as in chat/schema.ts. */
export const MAX_TITLE_LENGTH = 200
/** Per case. */
export const MAX_TASKS = 200

export const MESSAGES = {
  /** CAS-15. */
  tasksFailed: 'No se pudieron cargar las tareas.',
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
  /** OPEN-42: a finished case is not reopened. */
  finished: 'La causa está finalizada: su tablero ya no cambia.',
  tasksFull: 'El tablero puede tener hasta 200 tareas.',
  /** The same for tasks of other cases, deleted and unknown tasks. */
  taskGone: 'Esta tarea ya no existe.',
  tooMany: 'Estás haciendo muchos cambios. Espera un momento e inténtalo de nuevo.',
  caseDeleted: 'Tu causa fue eliminada.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
const taskId = idField(MESSAGES.taskGone)
const status = z.enum(TASK_STATUSES, MESSAGES.statusUnknown)

/** One line, cleaned and not empty. */
export const taskTitle = textField(
  MAX_TITLE_LENGTH,
  MESSAGES.titleMissing,
  MESSAGES.titleTooLong,
  (text: string) => cleanText(text).replace(/\s+/gu, ' '),
)

export const caseIdInput = z.strictObject({ caseId })
export const deleteCaseOutput = z.object({ deleted: z.literal(true) })

/** ENT-13: a task. */
export const task = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(TASK_STATUSES),
  order: z.int(),
})
export type Task = z.infer<typeof task>

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
