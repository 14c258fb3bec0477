import { RotateCw, WifiOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { MESSAGES } from '../schema.ts'
import type { Upload } from './use-uploads.ts'

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

/** CAS-17, CAS-23, SEG-19: an upload with its progress or error. */
export function UploadLine({
  upload: { file, progress, problem, canRetry },
  onRetry,
  onDrop,
}: {
  upload: Pick<Upload<unknown>, 'file' | 'progress' | 'problem' | 'canRetry'>
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
