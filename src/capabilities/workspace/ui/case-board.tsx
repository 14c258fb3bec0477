import { lazy, Suspense } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { canEditBoard } from '../rules.ts'
import { MESSAGES } from '../schema.ts'
import type { LawyerBoardProps } from './lawyer-board.tsx'
import { ReadOnlyBoard } from './read-only-board.tsx'
import { useBoard } from './use-board.ts'

/** Fallback when the code of the editable board could not be loaded. */
const ReadOnlyFallback = ({ tasks, view }: LawyerBoardProps) => (
  <>
    <Notice
      kind="danger"
      live
      className="mb-4"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Recargar
        </Button>
      }
    >
      No se pudo cargar todo el tablero. Por ahora solo puedes leerlo.
    </Notice>
    <ReadOnlyBoard tasks={tasks} view={view} />
  </>
)

const LawyerBoard = lazy(() =>
  import('./lawyer-board.tsx').then(
    (module) => ({ default: module.LawyerBoard }),
    () => ({ default: ReadOnlyFallback }),
  ),
)

/** CAS-08 to CAS-15: the board of a case. The lawyer changes it, the client sees each change live. */
export function CaseBoard({ view }: { view: CaseView }) {
  const board = useBoard(view.id)
  const { problem } = board
  return (
    <Loaded query={board} failed={MESSAGES.tasksFailed} label="Cargando el tablero…" level="h2">
      {(tasks) => (
        <>
          <p className="pb-4 text-ui text-muted">{explanation(view, tasks.length)}</p>
          {problem && (
            <Notice kind="danger" live title={MESSAGES.notMoved} className="mb-4">
              La tarea volvió a su lugar. {problem}
            </Notice>
          )}
          {canEditBoard(view.status, view.side) ? (
            <Suspense fallback={<ReadOnlyBoard tasks={tasks} view={view} />}>
              <LawyerBoard board={board} tasks={tasks} view={view} />
            </Suspense>
          ) : (
            <ReadOnlyBoard tasks={tasks} view={view} />
          )}
        </>
      )}
    </Loaded>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name

/** Number of tasks, and who may change the board. */
function explanation({ status, side, client, lawyer }: CaseView, count: number): string {
  const none = status === 'finalizado' ? 'No hay tareas.' : 'Todavía no hay tareas.'
  const countText = count === 0 ? none : count === 1 ? '1 tarea.' : `${count} tareas.`
  if (status === 'ingresado') return 'Cuando un abogado tome tu causa, aquí verás en qué está trabajando.'
  if (status === 'finalizado') return `${countText} La causa está finalizada y el tablero ya no cambia.`
  if (side === 'client')
    return lawyer?.id
      ? `${countText} ${firstName(lawyer.name)} ordena el tablero y tú ves cada cambio al instante.`
      : countText
  return client.id
    ? `${countText} ${firstName(client.name)} ve el tablero, pero solo tú puedes mover las tareas.`
    : `${countText} Solo tú puedes mover las tareas.`
}
