import { DragDropContext, Droppable, type DropResult } from '@hello-pangea/dnd'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import type { CaseView } from '../../cases/schema.ts'
import { MAX_TASKS, TASK_STATUSES, type Task, type TaskStatus } from '../schema.ts'
import {
  DRAG_INSTRUCTIONS,
  dragOverText,
  dragStartText,
  dropText,
  menuMoveText,
} from './board-announcements.ts'
import { BoardFrame, Column, NoTasks } from './board-parts.tsx'
import { TaskCard } from './task-card.tsx'
import { TaskForm } from './task-form.tsx'
import type { BoardState, TaskMove } from './use-board.ts'

/** CSP nonce for the style elements of the library. Browsers expose it only as a property of an element. */
const readNonce = () =>
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '')

const tasksInColumn = (tasks: readonly Task[], status: TaskStatus) =>
  tasks.filter((task) => task.status === status)

export interface LawyerBoardProps {
  board: BoardState
  tasks: readonly Task[]
  view: CaseView
}

/**
 * CAS-10, OPEN-44: the board for its lawyer, who adds, renames, deletes and moves tasks (by mouse, long
 * press, keyboard or menu). Loaded lazily because the drag-and-drop library is large (docs/decisions/0017).
 */
export function LawyerBoard({ board, tasks: current, view }: LawyerBoardProps) {
  // Freeze the tasks during a drag, so that changes by others do not move them under the pointer.
  const [frozenTasks, setFrozenTasks] = useState<readonly Task[] | null>(null)
  const tasks = frozenTasks ?? current
  const [announcement, setAnnouncement] = useState('')
  const hydrated = useHydrated()
  const frame = useRef<HTMLElement>(null)
  const focusAfterChange = useFocusAfterChange(frame, current)

  const drop = ({ draggableId, source, destination }: DropResult) => {
    setFrozenTasks(null)
    if (!destination) return
    if (destination.droppableId === source.droppableId && destination.index === source.index) return
    const status = destination.droppableId as TaskStatus
    const others = tasksInColumn(tasks, status).filter(({ id }) => id !== draggableId)
    board.move({ taskId: draggableId, status, before: others[destination.index]?.id ?? null })
  }
  const move = (task: Task, to: Omit<TaskMove, 'taskId'>) => {
    const others = tasksInColumn(tasks, to.status).filter(({ id }) => id !== task.id)
    const index = others.findIndex(({ id }) => id === to.before)
    setAnnouncement(menuMoveText(task, to.status, (index < 0 ? others.length : index) + 1))
    focusAfterChange(task.id)
    board.move({ taskId: task.id, ...to })
  }

  return (
    <DragDropContext
      nonce={readNonce()}
      dragHandleUsageInstructions={DRAG_INSTRUCTIONS}
      onBeforeCapture={() => setFrozenTasks(current)}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(dragStartText(tasks, draggableId, source))
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(dragOverText(tasks, draggableId, destination))
      }
      onDragEnd={(result, { announce }) => {
        announce(dropText(tasks, result.draggableId, result.source, result.destination))
        drop(result)
      }}
    >
      {/* Before hydration its buttons are disabled, so the board itself takes the focus. */}
      <BoardFrame ref={frame} isDragging={frozenTasks !== null} focusable={!hydrated}>
        {TASK_STATUSES.map((status) => {
          const columnTasks = tasksInColumn(tasks, status)
          return (
            <Droppable key={status} droppableId={status}>
              {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
                <Column status={status} count={columnTasks.length} isDropTarget={isDraggingOver}>
                  <div ref={innerRef} {...droppableProps} className="flex-1">
                    <ul>
                      {columnTasks.map((task, index) => (
                        <TaskCard
                          key={task.id}
                          caseId={view.id}
                          task={task}
                          column={columnTasks}
                          index={index}
                          onMove={(to) => move(task, to)}
                          board={board}
                          focusAfterChange={focusAfterChange}
                          boardRef={frame}
                        />
                      ))}
                      {placeholder}
                    </ul>
                    {columnTasks.length === 0 && !isDraggingOver && <NoTasks />}
                    {status === 'por_analizar' && (
                      <AddTask
                        isFull={tasks.length >= MAX_TASKS}
                        onAdd={board.add}
                        announce={setAnnouncement}
                      />
                    )}
                  </div>
                </Column>
              )}
            </Droppable>
          )
        })}
      </BoardFrame>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DragDropContext>
  )
}

/** A task that changes column mounts again there, so move the focus to its menu. */
function useFocusAfterChange(frame: RefObject<HTMLElement | null>, tasks: readonly Task[]) {
  const taskToFocus = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: run after the board has changed
  useEffect(() => {
    const id = taskToFocus.current
    taskToFocus.current = undefined
    if (id) frame.current?.querySelector<HTMLElement>(`[data-task="${id}"] [aria-haspopup]`)?.focus()
  }, [tasks])
  return (taskId: string) => {
    taskToFocus.current = taskId
  }
}

function AddTask({
  isFull,
  onAdd,
  announce,
}: {
  isFull: boolean
  onAdd: BoardState['add']
  announce: (text: string) => void
}) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A retry with the same title reuses the id, so that the task is not added twice.
  const draft = useRef({ id: '', title: '' })
  if (!open)
    return (
      <Button
        ref={button}
        size="sm"
        variant="plain"
        disabled={!hydrated || isFull}
        data-settling={hydrated ? undefined : ''}
        className="mt-1 w-full justify-start"
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden="true" className="size-4.5" />
        {isFull ? 'Tablero completo' : 'Agregar tarea'}
      </Button>
    )
  return (
    <TaskForm
      label="Nueva tarea"
      submitText="Agregar"
      keepOpen
      save={async (title) => {
        if (draft.current.title !== title) draft.current = { id: uuidv4(), title }
        await onAdd(draft.current.id, title)
        draft.current = { id: '', title: '' }
        announce(`Tarea «${title}» agregada.`)
      }}
      onClose={() => {
        setOpen(false)
        requestAnimationFrame(() => button.current?.focus())
      }}
    />
  )
}
