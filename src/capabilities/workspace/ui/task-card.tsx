import { Draggable } from '@hello-pangea/dnd'
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react'
import { type CSSProperties, type RefObject, useState } from 'react'
import type { Failure } from '../../../platform/rpc/client.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import { COLUMN_NAMES, TASK_STATUSES, type Task } from '../schema.ts'
import { cardClass } from './board-parts.tsx'
import { TaskForm } from './task-form.tsx'
import type { Move } from './use-board.ts'

const loadDialog = () => import('./delete-dialog.tsx')

export interface TaskCardProps {
  task: Task
  /** Its column, in order. */
  column: readonly Task[]
  index: number
  onMove: (to: Omit<Move, 'taskId'>) => void
  onRename: (title: string) => Promise<Failure | null>
  onRemove: () => Promise<Failure | null>
  /** This task's menu takes the focus once the board has changed. */
  onFocus: (taskId: string) => void
  /** Takes the focus when the task has gone. */
  frame: RefObject<HTMLElement | null>
}

type Style = CSSProperties | undefined

/** For whoever asked for less motion: things are where they belong at once. What lies in the hand still follows it. */
function calmed(style: Style, isDragging: boolean, isDropped: boolean): Style {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return style
  // The library waits for the end of a transition, so there must be one.
  if (isDropped) return { ...style, transitionDuration: '0.001s' }
  return isDragging ? style : { ...style, transition: 'none' }
}

/** A task that its lawyer may move: the whole card is the handle, and the menu does what dragging does. */
export function TaskCard({ task, column, index, onMove, onRename, onRemove, onFocus, frame }: TaskCardProps) {
  const hydrated = useHydrated()
  const [renaming, setRenaming] = useState(false)
  const question = useFetchedDialog(loadDialog, (module) => module.DeleteDialog)
  const { id, title, status } = task
  const to = (target: Task['status'], before: string | null = null) => onMove({ status: target, before })
  return (
    <Draggable draggableId={id} index={index} isDragDisabled={renaming}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging, isDropAnimating }) => (
        <li
          ref={innerRef}
          {...draggableProps}
          style={hydrated ? calmed(draggableProps.style, isDragging, isDropAnimating) : draggableProps.style}
          data-task={id}
          className="pb-2"
        >
          {renaming ? (
            <TaskForm
              label="Nombre de la tarea"
              start={title}
              submitText="Guardar"
              save={onRename}
              onClose={() => {
                setRenaming(false)
                requestAnimationFrame(() => {
                  // Whoever went on to something else while it was saved is not called back.
                  if (document.activeElement !== document.body) return
                  frame.current?.querySelector<HTMLElement>(`[data-task="${id}"] [aria-haspopup]`)?.focus()
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
                <span className="min-w-0 wrap-anywhere">{title}</span>
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
                      onSelect: () => to(other),
                    })),
                  },
                  {
                    items: [
                      ...(index > 0
                        ? [
                            {
                              label: 'Subir',
                              icon: <ArrowUp aria-hidden="true" />,
                              onSelect: () => to(status, column[index - 1]?.id),
                            },
                          ]
                        : []),
                      ...(index < column.length - 1
                        ? [
                            {
                              label: 'Bajar',
                              icon: <ArrowDown aria-hidden="true" />,
                              onSelect: () => to(status, column[index + 2]?.id),
                            },
                          ]
                        : []),
                      {
                        label: 'Cambiar nombre',
                        icon: <Pencil aria-hidden="true" />,
                        onSelect: () => setRenaming(true),
                      },
                      {
                        label: 'Eliminar tarea',
                        icon: <Trash2 aria-hidden="true" />,
                        danger: true,
                        onSelect: question.show,
                      },
                    ],
                  },
                ]}
              />
            </div>
          )}
          {question.Part && (
            <question.Part
              open={question.open}
              onOpenChange={question.setOpen}
              title="¿Eliminar la tarea?"
              description={`«${title}» desaparece del tablero también para tu cliente. No se puede deshacer.`}
              confirmText="Eliminar tarea"
              remove={() => {
                const next = column[index + 1] ?? column[index - 1]
                if (next) onFocus(next.id)
                return onRemove()
              }}
              finalFocus={frame}
            />
          )}
        </li>
      )}
    </Draggable>
  )
}
