import { RotateCw, Trash2, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useToday } from '../../../site/use-today.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatFileSize } from '../../../ui/fields/file-rules.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { dayLabel } from '../../chat/ui/chat-times.ts'
import { type CaseDocument, MESSAGES } from '../schema.ts'
import type { Upload } from './use-uploads.ts'

const loadDialog = () => import('../../../site/forms/delete-dialog.tsx')

const TONES: Record<string, string> = {
  pdf: 'bg-tone-2',
  jpg: 'bg-tone-4',
  png: 'bg-tone-4',
  xls: 'bg-tone-5',
  xlsx: 'bg-tone-5',
}

function Row({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <li className="flex min-h-18 items-center gap-3 py-3.5 pr-2 pl-3.5 text-ui md:gap-4 md:pr-3 md:pl-5">
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
    </li>
  )
}

/** «hoy, 11:20», «20 de noviembre, 2026». */
function addedAtText(time: string, today: number): string {
  const day = dayLabel(time, today)
  return /^\d/.test(day) ? day : `${day.toLowerCase()}, ${formatClockTime(time)}`
}

/** CAS-18, CAS-19: a document, which opens in a new tab. */
export function DocumentRow({
  document: { file_name, file_url, kind, bytes, uploader_name, created_at },
  onRemove,
  finalFocus,
}: {
  document: CaseDocument
  onRemove: () => Promise<void>
  finalFocus: RefObject<HTMLElement | null>
}) {
  const hydrated = useHydrated()
  const today = useToday()
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteDialog)
  return (
    <Row kind={kind}>
      <div className="min-w-0 flex-1">
        <a
          href={file_url}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-ink no-underline wrap-anywhere hover:underline"
        >
          {file_name}
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </a>
        <p className="text-small text-muted tabular-nums wrap-anywhere">
          {[formatFileSize(bytes), uploader_name, addedAtText(created_at, today)].join(' · ')}
        </p>
      </div>
      <IconButton
        label={`Eliminar ${file_name}`}
        icon={<Trash2 aria-hidden="true" className="size-4.5" />}
        disabled={!hydrated}
        onClick={dialog.show}
      />
      {dialog.render({
        title: '¿Eliminar el documento?',
        description: `«${file_name}» se borra para ambos. No se puede deshacer.`,
        confirmText: 'Eliminar documento',
        remove: onRemove,
        onDone: () => toast({ kind: 'success', text: MESSAGES.deleted }),
        finalFocus,
      })}
    </Row>
  )
}

/** CAS-17, CAS-23: an upload with its progress or error. */
export function UploadRow({
  upload: { file, progress, problem, canRetry },
  onRetry,
  onDrop,
}: {
  upload: Upload
  onRetry: () => void
  onDrop: () => void
}) {
  const kind = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  return (
    <Row kind={kind}>
      <div className="min-w-0 flex-1">
        <b className="wrap-anywhere">{file.name}</b>
        {problem === null ? (
          <ProgressBar bare label={`Subiendo ${file.name}`} value={progress} className="mt-2 max-w-105" />
        ) : (
          <p className="text-small text-danger-ink">{problem}</p>
        )}
      </div>
      {problem === null && (
        <span role="status" className="text-small whitespace-nowrap text-muted">
          Subiendo...
        </span>
      )}
      {canRetry && problem !== null && (
        <IconButton
          label={`Reintentar ${file.name}`}
          icon={<RotateCw aria-hidden="true" className="size-4.5" />}
          onClick={onRetry}
        />
      )}
      <IconButton
        label={`${problem === null ? 'Cancelar' : 'Quitar'} ${file.name}`}
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={onDrop}
      />
    </Row>
  )
}
