import { ChevronDown, RotateCcw } from 'lucide-react'
import { formatDate } from '../../../chile/dates.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MESSAGES } from '../schema.ts'
import { rowClass } from './document-row.tsx'
import { FileLine } from './file-line.tsx'
import type { DocumentsState } from './use-documents.ts'

/** SEG-23: «Eliminados», which either party can restore for 30 days. */
export function DeletedDocuments({ documents: { data, restore } }: { documents: DocumentsState }) {
  const deleted = data?.deleted ?? []
  if (deleted.length === 0) return null
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between px-3.5 text-ui font-semibold select-none md:px-5 [&::-webkit-details-marker]:hidden">
        {`Eliminados (${deleted.length})`}
        <ChevronDown aria-hidden="true" className="size-4.5 group-open:rotate-180" />
      </summary>
      <ul>
        {deleted.map(({ id, file_name, kind, purge_at }) => (
          <li key={id} className={rowClass}>
            <FileLine kind={kind}>
              <div className="min-w-0 flex-1 text-muted">
                <b className="wrap-anywhere">{file_name}</b>
                <p className="text-small">{`Se borrará el ${formatDate(purge_at)}`}</p>
              </div>
              <Button
                variant="quiet"
                aria-label={`Restaurar ${file_name}`}
                onClick={() =>
                  void restore(id).then(
                    () => toast({ kind: 'success', text: MESSAGES.restored }),
                    (error: unknown) => toast({ kind: 'error', text: failureTextOf(failureOf(error)) }),
                  )
                }
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                Restaurar
              </Button>
            </FileLine>
          </li>
        ))}
      </ul>
    </details>
  )
}
