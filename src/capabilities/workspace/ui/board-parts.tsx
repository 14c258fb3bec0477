import { type ReactNode, type Ref, type UIEvent, useState } from 'react'
import { classNames } from '../../../ui/theme/class-names.ts'
import { COLUMN_NAMES, MESSAGES, TASK_STATUSES, type TaskStatus } from '../schema.ts'

/** Column width on phones plus the gap, px. The column is narrower than the screen, so the next one shows. */
const COLUMN_STEP_PX = 302 + 12

/** The three columns; on phones they scroll sideways and snap, except during a drag. */
export function BoardFrame({
  isDragging = false,
  focusable = false,
  children,
  ref,
}: {
  isDragging?: boolean
  /** For a board without focusable children: it takes the focus, so that the keyboard can scroll it. */
  focusable?: boolean
  children: ReactNode
  ref?: Ref<HTMLElement>
}) {
  const [columnIndex, setColumnIndex] = useState(0)
  const scroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth, clientWidth } = currentTarget
    const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 4 && scrollLeft > 0
    setColumnIndex(isAtEnd ? TASK_STATUSES.length - 1 : Math.round(scrollLeft / COLUMN_STEP_PX))
  }
  return (
    <>
      <section
        ref={ref}
        aria-label="Tablero de tareas"
        tabIndex={focusable ? 0 : -1}
        onScroll={scroll}
        className={classNames(
          'relative -mx-5 grid scroll-px-5 grid-cols-[repeat(3,18.875rem)] gap-3 overflow-x-auto px-5 pb-5 outline-offset-2 [scrollbar-width:none]',
          'md:mx-0 md:grid-cols-[repeat(3,minmax(0,1fr))] md:gap-4 md:overflow-x-visible md:px-0 lg:gap-5',
          !isDragging && 'max-md:snap-x max-md:snap-mandatory',
        )}
      >
        {children}
      </section>
      <div aria-hidden="true" className="flex justify-center gap-2 md:hidden">
        {TASK_STATUSES.map((status, index) => (
          <span
            key={status}
            className={classNames(
              'h-2 rounded-full transition-[width]',
              index === columnIndex ? 'w-5.5 bg-primary' : 'w-2 bg-line-strong',
            )}
          />
        ))}
      </div>
    </>
  )
}

/** CAS-08: a column with its name and its number of tasks. */
export function Column({
  status,
  count,
  isDropTarget = false,
  children,
}: {
  status: TaskStatus
  count: number
  isDropTarget?: boolean
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={`column-${status}`}
      className={classNames(
        'flex min-h-40 snap-start flex-col rounded-l bg-sunken p-3.5',
        isDropTarget && 'inset-ring-[1.5px] inset-ring-primary',
      )}
    >
      <h2
        id={`column-${status}`}
        className="flex items-center gap-2 px-1.5 pt-0.5 pb-3 font-sans text-ui/5 font-semibold tracking-normal"
      >
        {COLUMN_NAMES[status]} <span className="font-medium text-muted tabular-nums">{count}</span>
      </h2>
      {children}
    </section>
  )
}

/** OPEN-67: empty state of a column. */
export const NoTasks = () => (
  <p className="rounded-m border border-dashed border-line-strong px-3 py-3 text-center text-ui text-muted">
    {MESSAGES.noTasks}
  </p>
)

export const cardClass = (isDragged = false) =>
  classNames(
    'flex items-start rounded-m border bg-surface text-ui transition-[rotate,box-shadow] duration-150',
    isDragged ? 'rotate-[1.4deg] border-primary shadow-float' : 'border-line',
  )
