import { DragDropContext, Droppable, type DropResult } from '@hello-pangea/dnd'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { TASK_STATUSES, TASKS_MAX, type Task, type TaskStatus } from '../schema.ts'
import { BoardFrame, Column, NoTasks } from './board-parts.tsx'
import { droppedWords, HOW_TO_DRAG, movedWords, overWords, takenWords } from './board-words.ts'
import { TaskCard } from './task-card.tsx'
import { TaskForm } from './task-form.tsx'
import type { BoardState, Move } from './use-board.ts'

/** The library writes style elements; a browser tells a nonce to whoever holds the element, and to no style sheet. */
const pageNonce = () =>
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '')

const inColumn = (tasks: readonly Task[], status: TaskStatus) =>
  tasks.filter((task) => task.status === status)

export interface LawyerBoardProps {
  board: BoardState
  tasks: readonly Task[]
}

/**
 * CAS-10, OPEN-44: the board of its lawyer, who moves tasks by mouse, by touch (pressing a moment), by keyboard and by
 * menu, adds, renames and deletes them. Fetched by lawyers alone: what drags weighs 30 kB (docs/decisions/0017).
 */
export function LawyerBoard({ board, tasks: current }: LawyerBoardProps) {
  // What others change meanwhile waits until the task is let go: nothing moves under one's hand.
  const [held, setHeld] = useState<readonly Task[] | null>(null)
  const tasks = held ?? current
  const [said, setSaid] = useState('')
  const hydrated = useHydrated()
  const frame = useRef<HTMLElement>(null)
  const focusOn = useFocusAfter(frame, current)

  const drop = ({ draggableId, source, destination }: DropResult) => {
    setHeld(null)
    if (!destination) return
    if (destination.droppableId === source.droppableId && destination.index === source.index) return
    const status = destination.droppableId as TaskStatus
    const others = inColumn(tasks, status).filter(({ id }) => id !== draggableId)
    board.move({ taskId: draggableId, status, before: others[destination.index]?.id ?? null })
  }
  const move = (task: Task, to: Omit<Move, 'taskId'>) => {
    const others = inColumn(tasks, to.status).filter(({ id }) => id !== task.id)
    const at = others.findIndex(({ id }) => id === to.before)
    setSaid(movedWords(task, to.status, (at < 0 ? others.length : at) + 1))
    focusOn(task.id)
    board.move({ taskId: task.id, ...to })
  }

  return (
    <DragDropContext
      nonce={pageNonce()}
      dragHandleUsageInstructions={HOW_TO_DRAG}
      onBeforeCapture={() => setHeld(current)}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(takenWords(tasks, draggableId, source))
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(overWords(tasks, draggableId, destination))
      }
      onDragEnd={(result, { announce }) => {
        announce(droppedWords(tasks, result.draggableId, result.source, result.destination))
        drop(result)
      }}
    >
      {/* Its buttons take the focus once this program has come. */}
      <BoardFrame ref={frame} loose={held !== null} reachable={!hydrated}>
        {TASK_STATUSES.map((status) => {
          const own = inColumn(tasks, status)
          return (
            <Droppable key={status} droppableId={status}>
              {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
                <Column status={status} count={own.length} over={isDraggingOver}>
                  <div ref={innerRef} {...droppableProps} className="flex-1">
                    <ul>
                      {own.map((task, index) => (
                        <TaskCard
                          key={task.id}
                          task={task}
                          column={own}
                          index={index}
                          onMove={(to) => move(task, to)}
                          onRename={(title) => board.rename(task.id, title)}
                          onRemove={() => board.remove(task.id)}
                          onFocus={focusOn}
                          frame={frame}
                        />
                      ))}
                      {placeholder}
                    </ul>
                    {own.length === 0 && !isDraggingOver && <NoTasks />}
                    {status === 'por_analizar' && (
                      <AddTask full={tasks.length >= TASKS_MAX} onAdd={board.add} onSaid={setSaid} />
                    )}
                  </div>
                </Column>
              )}
            </Droppable>
          )
        })}
      </BoardFrame>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DragDropContext>
  )
}

/** A task that goes to another column is drawn anew there: the focus goes with it, to its menu. */
function useFocusAfter(frame: RefObject<HTMLElement | null>, tasks: readonly Task[]) {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the board has changed
  useEffect(() => {
    const id = wanted.current
    wanted.current = undefined
    if (id) frame.current?.querySelector<HTMLElement>(`[data-task="${id}"] [aria-haspopup]`)?.focus()
  }, [tasks])
  return (taskId: string) => {
    wanted.current = taskId
  }
}

function AddTask({
  full,
  onAdd,
  onSaid,
}: {
  full: boolean
  onAdd: BoardState['add']
  onSaid: (words: string) => void
}) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The same task sent again has the same id, so that it never stands there twice.
  const draft = useRef({ id: '', title: '' })
  if (!open)
    return (
      <Button
        ref={button}
        size="sm"
        variant="plain"
        disabled={!hydrated || full}
        data-settling={hydrated ? undefined : ''}
        className="mt-1 w-full justify-start"
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden="true" className="size-4.5" />
        {full ? 'Tablero completo' : 'Agregar tarea'}
      </Button>
    )
  return (
    <TaskForm
      label="Nueva tarea"
      submitText="Agregar"
      again
      save={async (title) => {
        if (draft.current.title !== title) draft.current = { id: crypto.randomUUID(), title }
        const failure = await onAdd(draft.current.id, title)
        if (failure) return failure
        draft.current = { id: '', title: '' }
        onSaid(`Tarea «${title}» agregada.`)
        return null
      }}
      onClose={() => {
        setOpen(false)
        requestAnimationFrame(() => button.current?.focus())
      }}
    />
  )
}
