import { Draggable } from '@hello-pangea/dnd'
import { ArrowDown, ArrowUp, Check, GripVertical, ListChecks, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, type RefObject, useState } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { COLUMN_NAMES, TASK_STATUSES, type Task } from '../schema.ts'
import { cardClass } from './board-parts.tsx'
import { TaskFacts, TaskTitle } from './task-facts.tsx'
import { TaskForm } from './task-form.tsx'
import type { BoardState, TaskMove } from './use-board.ts'
import { useTicks } from './use-ticks.ts'

const loadDeleteDialog = () => import('../../../site/forms/delete-dialog.tsx')
const loadEditDialog = () => import('./edit-task-dialog.tsx')

interface TaskCardProps {
  caseId: string
  task: Task
  /** The tasks of its column, in order. */
  column: readonly Task[]
  index: number
  onMove: (to: Omit<TaskMove, 'taskId'>) => void
  board: BoardState
  /** Moves the focus to the menu of this task once the board has changed. */
  focusAfterChange: (taskId: string) => void
  /** The board; it takes the focus when the task is deleted. */
  boardRef: RefObject<HTMLElement | null>
}

/** Honours prefers-reduced-motion: no animations, but the dragged card still follows the pointer. */
function reduceMotion(style: CSSProperties | undefined, isDragging: boolean, isDropped: boolean) {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return style
  // The library waits for a transition to end, so there must be one.
  if (isDropped) return { ...style, transitionDuration: '0.001s' }
  return isDragging ? style : { ...style, transition: 'none' }
}

/** A task that the lawyer can move: the whole card is the drag handle, and the menu offers the same moves. */
export function TaskCard({
  caseId,
  task,
  column,
  index,
  onMove,
  board,
  focusAfterChange,
  boardRef,
}: TaskCardProps) {
  const hydrated = useHydrated()
  const [isRenaming, setRenaming] = useState(false)
  const deleteDialog = useLazyDialog(loadDeleteDialog, (module) => module.DeleteDialog)
  const editDialog = useLazyDialog(loadEditDialog, (module) => module.EditTaskDialog)
  const ticks = useTicks({ caseId, taskId: task.id })
  const isDone = ticks.isDone('', task.done_at !== null)
  const { id, title, status } = task
  const moveTo = (target: Task['status'], before: string | null = null) => onMove({ status: target, before })
  return (
    <Draggable draggableId={id} index={index} isDragDisabled={isRenaming}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging, isDropAnimating }) => (
        <li
          ref={innerRef}
          {...draggableProps}
          style={
            hydrated ? reduceMotion(draggableProps.style, isDragging, isDropAnimating) : draggableProps.style
          }
          data-task={id}
          className="pb-2"
        >
          {isRenaming ? (
            <TaskForm
              label="Nombre de la tarea"
              initialTitle={title}
              submitText="Guardar"
              save={(renamed) => board.rename(id, renamed)}
              onClose={() => {
                setRenaming(false)
                requestAnimationFrame(() => {
                  // Do not steal the focus if the user has moved on meanwhile.
                  if (document.activeElement !== document.body) return
                  boardRef.current?.querySelector<HTMLElement>(`[data-task="${id}"] [aria-haspopup]`)?.focus()
                })
              }}
            />
          ) : (
            <div className={cardClass(isDragging && !isDropAnimating)}>
              <div
                {...dragHandleProps}
                className={classNames(
                  'flex min-w-0 flex-1 gap-1.5 self-stretch rounded-m py-3 pl-1.5 select-none',
                  isDragging ? 'cursor-grabbing' : 'cursor-grab',
                )}
              >
                <GripVertical aria-hidden="true" className="mt-0.5 size-4.5 w-6 text-control" />
                <span className="grid min-w-0 gap-1">
                  <TaskTitle title={title} isDone={isDone} />
                  <TaskFacts task={task} withAssignee />
                </span>
              </div>
              <Menu
                label={`Opciones de ${title}`}
                size="sm"
                disabled={!hydrated}
                className="m-0.5 md:pointer-fine:mt-1.25 md:pointer-fine:mr-1.5"
                sections={[
                  {
                    heading: 'Mover a…',
                    items: TASK_STATUSES.filter((other) => other !== status).map((other) => ({
                      label: COLUMN_NAMES[other],
                      onSelect: () => moveTo(other),
                    })),
                  },
                  {
                    items: [
                      index > 0 && {
                        label: 'Subir',
                        icon: <ArrowUp aria-hidden="true" />,
                        onSelect: () => moveTo(status, column[index - 1]?.id),
                      },
                      index < column.length - 1 && {
                        label: 'Bajar',
                        icon: <ArrowDown aria-hidden="true" />,
                        onSelect: () => moveTo(status, column[index + 2]?.id),
                      },
                      {
                        label: isDone ? 'Dejar pendiente' : 'Marcar como hecha',
                        icon: <Check aria-hidden="true" />,
                        onSelect: () => ticks.tickTask(!isDone),
                      },
                      {
                        label: 'Editar detalles',
                        icon: <ListChecks aria-hidden="true" />,
                        onSelect: editDialog.show,
                      },
                      {
                        label: 'Cambiar nombre',
                        icon: <Pencil aria-hidden="true" />,
                        onSelect: () => setRenaming(true),
                      },
                      {
                        label: 'Eliminar tarea',
                        icon: <Trash2 aria-hidden="true" />,
                        danger: true,
                        onSelect: deleteDialog.show,
                      },
                    ].filter((item) => item !== false),
                  },
                ]}
              />
            </div>
          )}
          {editDialog.render({ caseId, task, edit: board.edit })}
          {deleteDialog.render({
            title: '¿Eliminar la tarea?',
            description: `«${title}» desaparece del tablero también para tu cliente. No se puede deshacer.`,
            confirmText: 'Eliminar tarea',
            remove() {
              const next = column[index + 1] ?? column[index - 1]
              if (next) focusAfterChange(next.id)
              return board.remove(id)
            },
            finalFocus: boardRef,
          })}
        </li>
      )}
    </Draggable>
  )
}
