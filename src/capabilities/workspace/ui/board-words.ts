import { COLUMN_NAMES, type Task, type TaskStatus } from '../schema.ts'

/** Said to a screen reader with each card. */
export const HOW_TO_DRAG =
  'Presiona espacio para tomar la tarea; muévela con las flechas, presiona espacio para soltarla o escape para cancelar.'

interface Place {
  droppableId: string
  index: number
}

const column = ({ droppableId }: Place) => COLUMN_NAMES[droppableId as TaskStatus]

/** How many the column has while the task is there. */
const countIn = (tasks: readonly Task[], taskId: string, { droppableId }: Place) =>
  tasks.filter(({ id, status }) => id !== taskId && status === droppableId).length + 1

const titleOf = (tasks: readonly Task[], taskId: string) =>
  `«${tasks.find(({ id }) => id === taskId)?.title ?? ''}»`

export const takenWords = (tasks: readonly Task[], taskId: string, from: Place): string =>
  `Tomaste ${titleOf(tasks, taskId)}: posición ${from.index + 1} de ${countIn(tasks, taskId, from)} en ${column(from)}.`

export const overWords = (tasks: readonly Task[], taskId: string, to: Place | null | undefined): string =>
  to
    ? `${column(to)}, posición ${to.index + 1} de ${countIn(tasks, taskId, to)}.`
    : `${titleOf(tasks, taskId)} no está sobre ninguna columna.`

export const droppedWords = (
  tasks: readonly Task[],
  taskId: string,
  from: Place,
  to: Place | null | undefined,
): string =>
  to
    ? `${titleOf(tasks, taskId)} quedó en ${column(to)}, posición ${to.index + 1} de ${countIn(tasks, taskId, to)}.`
    : `Movimiento cancelado. ${titleOf(tasks, taskId)} sigue en ${column(from)}, posición ${from.index + 1}.`

/** What the menu did. */
export const movedWords = ({ title }: Task, status: TaskStatus, position: number): string =>
  `«${title}» quedó en ${COLUMN_NAMES[status]}, posición ${position}.`
