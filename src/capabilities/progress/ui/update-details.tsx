import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { progressQueries } from '../queries.ts'
import { MESSAGES, type Update } from '../schema.ts'

const loadDialog = () => import('./update-dialog.tsx')

const Words = ({ stage, text, next_step }: Pick<Update, 'stage' | 'text' | 'next_step'>) => (
  <div className="mt-1.5 grid max-w-170 justify-items-start gap-2">
    <Badge tone="primary">{stage}</Badge>
    <p dir="auto" className="whitespace-pre-line">
      {text}
    </p>
    {next_step && (
      <p>
        <span className="text-muted">Próximo paso:</span> <span dir="auto">{next_step}</span>
      </p>
    )}
  </div>
)

/** SEG-11: a published update in full, with its earlier versions, and «Corregir» for its author. */
export function UpdateDetails({ view, update, isMine }: { view: CaseView; update: Update; isMine: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyDialog(loadDialog, (module) => module.UpdateDialog)
  const versionsId = useId()
  const canCorrect = isMine && (view.status === 'activo' || view.status === 'en progreso')
  return (
    <>
      <Words {...update} />
      {(update.corrected_at || canCorrect) && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          {update.corrected_at && (
            <>
              <span className="text-small text-muted">{`Corregida el ${formatDate(update.corrected_at)}`}</span>
              <Button
                size="sm"
                variant="plain"
                aria-expanded={isOpen}
                aria-controls={versionsId}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Ocultar versión anterior' : 'Ver versión anterior'}
              </Button>
            </>
          )}
          {canCorrect && (
            <Button size="sm" variant="plain" pending={dialog.pending} onClick={dialog.show}>
              Corregir
            </Button>
          )}
        </div>
      )}
      <div id={versionsId}>{isOpen && <Versions caseId={view.id} update={update} />}</div>
      {dialog.render({ view, correcting: update }, `${update.id}:${update.n}`)}
    </>
  )
}

/** The key has the version, so a correction by somebody else shows the new list. */
function Versions({ caseId, update }: { caseId: string; update: Update }) {
  const options = progressQueries().versions.queryOptions({ input: { caseId, updateId: update.id } })
  const query = useQuery({ ...options, queryKey: [...options.queryKey, update.n] })
  return (
    <Loaded
      query={query}
      failed={MESSAGES.historyFailed}
      label="Cargando la versión anterior…"
      className="mt-2"
    >
      {({ versions }) => (
        <ul className="mt-2 grid gap-4 border-l-2 border-line pl-3.5">
          {versions.map((version) => (
            <li key={version.n}>
              <p className="text-small text-muted">{`Versión del ${formatDate(version.created_at)}`}</p>
              <Words {...version} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
