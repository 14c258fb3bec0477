import { FilePlus2 } from 'lucide-react'
import type { RefObject } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { areRequestsFrozen, deliveredCount, isOpen } from '../rules.ts'
import { type DocumentRequest, MESSAGES } from '../schema.ts'
import { RequestRow } from './request-row.tsx'
import type { CaseUploads } from './use-case-uploads.ts'
import type { DocumentsState } from './use-documents.ts'

const loadDialog = () => import('./ask-dialog.tsx')

interface DocumentRequestsProps {
  view: CaseView
  documents: DocumentsState
  uploads: CaseUploads
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-15: «Documentos solicitados», for both sides. */
export function DocumentRequests({ view, documents, uploads, finalFocus }: DocumentRequestsProps) {
  const hydrated = useHydrated()
  const dialog = useLazyDialog(loadDialog, (module) => module.AskDialog)
  const requests = documents.data?.requests ?? []
  const mayAsk = view.side === 'lawyer' && !areRequestsFrozen(view.status)
  // Also while loading or failing: the list below has its text and «Reintentar».
  if (!documents.data || (requests.length === 0 && !mayAsk)) return null
  const [delivered, counted] = deliveredCount(requests)
  return (
    <section
      aria-labelledby="documentos-solicitados"
      className="mb-9 overflow-clip rounded-l border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-4.5 md:px-5">
        <div className="md:flex md:flex-1 md:items-center md:justify-between md:gap-4">
          <h2 id="documentos-solicitados" className="text-[1.5rem]/8">
            Documentos solicitados
          </h2>
          {counted > 0 && (
            <p className="text-small text-muted tabular-nums">{`${delivered} de ${counted} entregados`}</p>
          )}
        </div>
        {mayAsk && (
          <Button
            variant={requests.length === 0 ? 'primary' : 'secondary'}
            disabled={!hydrated}
            pending={dialog.pending}
            onClick={dialog.show}
          >
            <FilePlus2 aria-hidden="true" className="size-4.5" />
            Pedir documentos
          </Button>
        )}
      </div>
      {requests.length === 0 && (
        <p className="border-t border-line px-3.5 py-4.5 text-ui text-muted md:px-5">
          Aún no has pedido documentos a tu cliente.
        </p>
      )}
      {notesOf(requests).map(({ batch_id, asked_by, created_at, note }) => (
        <div key={batch_id} className="flex gap-3 border-t border-line bg-sunken px-3.5 py-3.5 md:px-5">
          <Avatar name={asked_by} size={32} />
          <p className="min-w-0 text-ui whitespace-pre-line wrap-anywhere">
            <b>{asked_by}</b>
            {` · ${formatDate(created_at)}\n${note}`}
          </p>
        </div>
      ))}
      {requests.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {requests.map((request) => (
            <RequestRow key={request.id} {...{ request, view, documents, uploads, finalFocus }} />
          ))}
        </ul>
      )}
      {view.side === 'client' && requests.some(isOpen) && (
        <div className="grid gap-1.5 border-t border-line px-3.5 py-3.5 text-small text-muted md:px-5">
          <p>{MESSAGES.asSent}</p>
          <p>Lista orientadora. Si no lo tienes, igual consulta.</p>
        </div>
      )}
      {dialog.render({
        caseId: view.id,
        specialty: view.specialty,
        asked: requests.flatMap(({ name, state }) => (state === 'anulado' ? [] : [name])),
        send: documents.request,
      })}
    </section>
  )
}

/** The notes of the batches that still wait for the client, each once. */
function notesOf(requests: readonly DocumentRequest[]): DocumentRequest[] {
  const open = requests.filter((one) => one.note !== null && isOpen(one))
  return [...new Map(open.map((one) => [one.batch_id, one])).values()]
}
