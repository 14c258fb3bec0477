import { ChevronDown, Clock, Eye, RotateCw, Trash2, WifiOff, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { useToday } from '../../../site/use-today.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatFileSize } from '../../../ui/fields/file-rules.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { dayLabel } from '../../chat/ui/chat-times.ts'
import { type CaseDocument, MESSAGES } from '../schema.ts'
import type { DocumentsState } from './use-documents.ts'
import type { Upload } from './use-uploads.ts'

const loadDialog = () => import('../../../site/forms/delete-dialog.tsx')

const TONES: Record<string, string> = {
  pdf: 'bg-tone-2',
  jpg: 'bg-tone-4',
  png: 'bg-tone-4',
  xls: 'bg-tone-5',
  xlsx: 'bg-tone-5',
}

/** The icon of a file and what stands beside it. */
export function FileLine({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3 text-ui md:gap-4">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-11 flex-none place-items-center rounded-[8px] text-[0.6875rem] font-semibold tracking-[0.02em] text-on-tone uppercase',
          TONES[kind] ?? 'bg-tone-3',
        )}
      >
        {kind.slice(0, 4)}
      </span>
      {children}
    </div>
  )
}

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

/** CAS-17, CAS-23, SEG-19: an upload with its progress or error. */
export function UploadLine({
  upload: { file, progress, problem, canRetry },
  onRetry,
  onDrop,
}: {
  upload: Upload
  onRetry: () => void
  onDrop: () => void
}) {
  const kind = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const percent = Math.round(progress)
  return (
    <FileLine kind={kind}>
      <div className="min-w-0 flex-1">
        <b className="wrap-anywhere">{file.name}</b>
        {problem === null ? (
          <span className="flex items-center gap-3">
            <ProgressBar bare label={`Subiendo ${file.name}`} value={progress} className="max-w-105 flex-1" />
            <span aria-hidden="true" className="text-small text-muted tabular-nums">{`${percent} %`}</span>
          </span>
        ) : (
          <p className="flex gap-1.5 text-small text-danger-ink">
            {problem === MESSAGES.notSent && (
              <WifiOff aria-hidden="true" className="mt-0.5 size-4 flex-none" />
            )}
            {problem}
          </p>
        )}
        {problem === null && (
          <span role="status" className="text-small whitespace-nowrap text-muted">
            Subiendo...
          </span>
        )}
      </div>
      <div className="flex flex-wrap justify-end">
        {canRetry && problem !== null && (
          <Button variant="quiet" size="sm" onClick={onRetry} aria-label={`Reintentar ${file.name}`}>
            <RotateCw aria-hidden="true" className="size-4" />
            Reintentar
          </Button>
        )}
        {problem === null ? (
          <Button variant="quiet" size="sm" onClick={onDrop} aria-label={`Cancelar ${file.name}`}>
            Cancelar
          </Button>
        ) : (
          <IconButton
            label={`Quitar ${file.name}`}
            icon={<X aria-hidden="true" className="size-4.5" />}
            onClick={onDrop}
          />
        )}
      </div>
    </FileLine>
  )
}
