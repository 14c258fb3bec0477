import { COLUMN_NAMES, type Task, type TaskStatus } from '../schema.ts'

/** Read to screen reader users with each card. */
export const DRAG_INSTRUCTIONS =
  'Presiona espacio para tomar la tarea; muévela con las flechas, presiona espacio para soltarla o escape para cancelar.'

interface DragLocation {
  droppableId: string
  index: number
}

const columnName = ({ droppableId }: DragLocation) => COLUMN_NAMES[droppableId as TaskStatus]

/** Number of tasks in a column, the dragged one included. */
const countIn = (tasks: readonly Task[], taskId: string, { droppableId }: DragLocation) =>
  tasks.filter(({ id, status }) => id !== taskId && status === droppableId).length + 1

const titleOf = (tasks: readonly Task[], taskId: string) =>
  `«${tasks.find(({ id }) => id === taskId)?.title ?? ''}»`

export const dragStartText = (tasks: readonly Task[], taskId: string, from: DragLocation): string =>
  `Tomaste ${titleOf(tasks, taskId)}: posición ${from.index + 1} de ${countIn(tasks, taskId, from)} en ${columnName(from)}.`

export const dragOverText = (
  tasks: readonly Task[],
  taskId: string,
  to: DragLocation | null | undefined,
): string =>
  to
    ? `${columnName(to)}, posición ${to.index + 1} de ${countIn(tasks, taskId, to)}.`
    : `${titleOf(tasks, taskId)} no está sobre ninguna columna.`

export const dropText = (
  tasks: readonly Task[],
  taskId: string,
  from: DragLocation,
  to: DragLocation | null | undefined,
): string =>
  to
    ? `${titleOf(tasks, taskId)} quedó en ${columnName(to)}, posición ${to.index + 1} de ${countIn(tasks, taskId, to)}.`
    : `Movimiento cancelado. ${titleOf(tasks, taskId)} sigue en ${columnName(from)}, posición ${from.index + 1}.`

export const menuMoveText = ({ title }: Task, status: TaskStatus, position: number): string =>
  `«${title}» quedó en ${COLUMN_NAMES[status]}, posición ${position}.`
