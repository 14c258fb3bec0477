import { ChevronDown, Clock, Eye, Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { useToday } from '../../../site/use-today.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatFileSize } from '../../../ui/fields/file-rules.ts'
import { dayLabel } from '../../chat/ui/chat-times.ts'
import { type CaseDocument, MESSAGES } from '../schema.ts'
import { FileLine } from './file-line.tsx'
import type { DocumentsState } from './use-documents.ts'

const loadDialog = () => import('../../../site/forms/delete-dialog.tsx')

/** Padding of a row in the list of shared documents. */
export const rowClass = 'py-3.5 pr-2 pl-3.5 md:pr-3 md:pl-5'

/** «hoy, 11:20», «20 de noviembre, 2026». */
function addedAtText(time: string, today: number): string {
  const day = dayLabel(time, today)
  return /^\d/.test(day) ? day : `${day.toLowerCase()}, ${formatClockTime(time)}`
}

const FileLink = ({ url, children }: { url: string; children: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="font-semibold text-ink no-underline wrap-anywhere hover:underline"
  >
    {children}
    <span className="sr-only"> (se abre en otra pestaña)</span>
  </a>
)

/** CAS-18, CAS-19, SEG-21 to SEG-23: a document, which opens in a new tab; with its versions, and who has seen it. */
export function DocumentFile({
  document,
  documents,
  finalFocus,
  withUploader,
  acceptedText,
  children,
}: {
  document: CaseDocument
  documents: DocumentsState
  finalFocus: RefObject<HTMLElement | null>
  withUploader?: boolean
  /** Asked before an accepted document is deleted. */
  acceptedText?: string | undefined
  children?: ReactNode
}) {
  const { id, file_name, file_url, kind, bytes, uploader_name, created_at, seen } = document
  // Who has seen it concerns its uploader; the other party knows.
  const isOwn = document.uploader_id === useSessionUser()?.id
  const hydrated = useHydrated()
  const today = useToday()
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteDialog)
  const facts = [
    formatFileSize(bytes),
    ...(withUploader ? [uploader_name] : []),
    addedAtText(created_at, today),
  ]
  const restore = () =>
    documents.restore(id).then(
      () => toast({ kind: 'success', text: MESSAGES.restored }),
      (error: unknown) => toast({ kind: 'error', text: (error as Error).message }),
    )
  return (
    <>
      <FileLine kind={kind}>
        <div className="min-w-0 flex-1">
          <FileLink url={file_url}>{file_name}</FileLink>
          <p className="flex flex-wrap gap-x-3 text-small text-muted tabular-nums wrap-anywhere">
            <span>{facts.join(' · ')}</span>
            {isOwn && (
              <span className="inline-flex items-baseline gap-1.25 [&>svg]:size-3.75 [&>svg]:flex-none [&>svg]:self-center">
                {seen ? <Eye aria-hidden="true" /> : <Clock aria-hidden="true" />}
                {seen ? `Visto por ${seen.name} el ${formatDate(seen.at)}` : 'Aún no lo ha visto'}
              </span>
            )}
          </p>
        </div>
        <IconButton
          label={`Eliminar ${file_name}`}
          icon={<Trash2 aria-hidden="true" className="size-4.5" />}
          disabled={!hydrated}
          onClick={dialog.show}
        />
      </FileLine>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 empty:hidden">
        {children}
        <Versions document={document} />
      </div>
      {dialog.render({
        title: '¿Eliminar el documento?',
        description: acceptedText ?? `Nadie podrá abrir «${file_name}». Puedes restaurarlo durante 30 días.`,
        confirmText: 'Eliminar documento',
        remove: () => documents.remove(id),
        onDone: () =>
          toast({
            kind: 'success',
            text: MESSAGES.deleted,
            action: { label: 'Deshacer', run: () => void restore() },
          }),
        finalFocus,
      })}
    </>
  )
}

/** SEG-21: all versions, newest first. */
function Versions({ document: { versions } }: { document: CaseDocument }) {
  const today = useToday()
  if (versions.length < 2) return null
  return (
    <details className="group min-w-0 text-small">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-primary-ink select-none [&::-webkit-details-marker]:hidden">
        {`Versiones (${versions.length})`}
        <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
      </summary>
      <ol className="mb-2 border-l-2 border-line pl-3">
        {versions.map(({ version, file_name, file_url, created_at }) => (
          <li key={version} className="py-2 text-muted">
            <b className="text-ink">{`Versión ${version}`}</b>
            {` · ${addedAtText(created_at, today)} `}
            <a href={file_url} target="_blank" rel="noreferrer" className="text-ink underline wrap-anywhere">
              {file_name}
              <span className="sr-only">{` versión ${version} (se abre en otra pestaña)`}</span>
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}
