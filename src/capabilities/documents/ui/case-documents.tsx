import { FileText, LockKeyhole, Upload as UploadIcon } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { CaseView } from '../../cases/schema.ts'
import { MESSAGES } from '../schema.ts'
import { DocumentRow, UploadRow } from './document-row.tsx'
import type { DocumentsState } from './use-documents.ts'
import { DOCUMENT_RULES, type UploadsState } from './use-uploads.ts'

export interface CaseDocumentsProps {
  view: CaseView
  documents: DocumentsState
  uploads: UploadsState
}

/** CAS-16 to CAS-26: the documents of a case. */
export function CaseDocuments({ view, documents, uploads }: CaseDocumentsProps) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const { data, remove } = documents
  const count = (data?.documents.length ?? 0) + uploads.uploads.length
  const dragFiles = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDropTarget(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button offers the same without dragging
    <div
      onDragEnter={dragFiles}
      onDragOver={dragFiles}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropTarget(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropTarget(false)
        uploads.add([...event.dataTransfer.files])
      }}
      className="max-w-205"
    >
      <div className="grid gap-x-4 gap-y-3 pb-4 md:flex md:items-center md:justify-between">
        <h2 className="text-[1.5rem]/8">Documentos Compartidos</h2>
        <Button
          variant="primary"
          disabled={!hydrated}
          data-settling={hydrated ? undefined : ''}
          onClick={() => input.current?.click()}
        >
          <UploadIcon aria-hidden="true" className="size-4.5" />
          Subir Archivo
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Elige los documentos"
          accept={DOCUMENT_RULES.types.join(',')}
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            // Without the reset, choosing the same file again would trigger no event.
            event.target.value = ''
          }}
        />
      </div>
      <div
        ref={list}
        tabIndex={-1}
        className={classNames(
          'overflow-clip rounded-l border bg-surface',
          isDropTarget ? 'border-primary inset-ring inset-ring-primary' : 'border-line',
        )}
      >
        <Loaded
          query={documents}
          failed={MESSAGES.failed}
          label="Cargando los documentos…"
          level="h3"
          className="p-5"
        >
          {() =>
            count === 0 && (
              <EmptyState
                icon={<FileText />}
                title={MESSAGES.none}
                text={
                  view.lawyer
                    ? 'Sube aquí lo que ambos necesitan tener a mano: cartas, contratos, comprobantes.'
                    : 'Lo que subas lo verá también el abogado que tome tu causa.'
                }
              />
            )
          }
        </Loaded>
        {count > 0 && (
          <ul className="divide-y divide-line">
            {uploads.uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onRetry={() => uploads.retry(upload)}
                onDrop={() => {
                  uploads.drop(upload.id)
                  // The pressed button disappears with its row.
                  list.current?.focus()
                }}
              />
            ))}
            {data?.documents.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                onRemove={() => remove(document.id)}
                finalFocus={list}
              />
            ))}
          </ul>
        )}
      </div>
      <p className="mt-4 flex gap-2 text-small text-muted">
        <LockKeyhole aria-hidden="true" className="mt-0.5 size-4" />
        <span>{`Solo ${readersText(view)} estos archivos. PDF, Word, Excel, JPG o PNG de hasta 20 MB.`}</span>
      </p>
    </div>
  )
}

/** «Camila y Javiera pueden abrir». */
function readersText({ side, client, lawyer }: CaseView): string {
  const other = side === 'client' ? lawyer : client
  if (!lawyer || !other?.id) return 'tú puedes abrir'
  return `${[client, lawyer].map(({ name }) => name.split(' ')[0]).join(' y ')} pueden abrir`
}
