import { FileText, LockKeyhole, Upload as UploadIcon } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Loaded, LoadFailed } from '../../../site/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { CaseView } from '../../cases/schema.ts'
import { MESSAGES } from '../schema.ts'
import { DeletedDocuments } from './deleted-documents.tsx'
import { DocumentRequests } from './document-requests.tsx'
import { DocumentFile, rowClass } from './document-row.tsx'
import { DownloadAll } from './download-all.tsx'
import { UploadLine } from './file-line.tsx'
import { FileButton } from './request-row.tsx'
import type { CaseUploads } from './use-case-uploads.ts'
import type { DocumentsState } from './use-documents.ts'

export interface CaseDocumentsProps {
  view: CaseView
  documents: DocumentsState
  uploads: CaseUploads
}

/** CAS-16 to CAS-26: the documents of a case. */
export function CaseDocuments({ view, documents, uploads }: CaseDocumentsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const { data } = documents
  // Those of requested documents are shown at the top.
  const hasRequests = (data?.requests.length ?? 0) > 0
  const plain = data?.documents.filter(({ request_id }) => request_id === null)
  const plainUploads = uploads.uploads.filter(({ target }) => target.requestId === undefined)
  const count = (plain?.length ?? 0) + plainUploads.length
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
      {documents.data && documents.error && (
        <div className="mb-4">
          <LoadFailed error={documents.error} title={MESSAGES.failed} retry={documents.refetch} />
        </div>
      )}
      <DocumentRequests view={view} documents={documents} uploads={uploads} finalFocus={list} />
      <div className="grid gap-x-4 gap-y-3 pb-4 md:flex md:items-center md:justify-between">
        <h2 className="text-[1.5rem]/8">Documentos Compartidos</h2>
        <div className="grid grid-cols-2 gap-2.5 *:only:col-span-2 md:flex">
          {documents.data && documents.data.documents.length > 0 && <DownloadAll caseId={view.id} />}
          <FileButton
            label="Subir Archivo"
            variant={hasRequests ? 'secondary' : 'primary'}
            icon={<UploadIcon aria-hidden="true" className="size-4.5" />}
            multiple
            onFiles={uploads.add}
          />
        </div>
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
            {plainUploads.map((upload) => (
              <li key={upload.id} className={rowClass}>
                <UploadLine
                  upload={upload}
                  onRetry={() => uploads.retry(upload)}
                  onDrop={() => {
                    uploads.drop(upload.id)
                    // The pressed button disappears with its row.
                    list.current?.focus()
                  }}
                />
              </li>
            ))}
            {plain?.map((document) => (
              <li key={document.id} className={rowClass}>
                <DocumentFile document={document} documents={documents} finalFocus={list} withUploader>
                  <FileButton
                    label="Subir nueva versión"
                    about={document.file_name}
                    variant="quiet"
                    icon={<UploadIcon aria-hidden="true" className="size-4.5" />}
                    onFiles={(files) => uploads.add(files.slice(0, 1), { replaces: document.id })}
                  />
                </DocumentFile>
              </li>
            ))}
          </ul>
        )}
        <DeletedDocuments documents={documents} />
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
