import { classNames } from '../theme/class-names.ts'

export interface ProgressBarProps {
  /** What is in progress: «Analizando tu solicitud con IA...». */
  label: string
  /** Percent, 0 to 100; undefined when unknown. */
  value?: number | undefined
  /** Only the bar: label and percentage are shown elsewhere. */
  bare?: boolean | undefined
  className?: string | undefined
}

export function ProgressBar({ label, value, bare, className }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div className={classNames('grid gap-2.5', className)}>
      {!bare && (
        <div aria-hidden="true" className="flex items-baseline justify-between gap-3 text-ui">
          <span>{label}</span>
          {percent !== undefined && <span className="text-muted tabular-nums">{percent} %</span>}
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={percent === undefined ? undefined : `${percent} %`}
        className="h-1.5 overflow-clip rounded-full bg-line forced-colors:border"
      >
        <div
          style={percent === undefined ? undefined : { width: `${percent}%` }}
          className={classNames(
            'h-full rounded-full bg-primary forced-colors:bg-[Highlight]',
            percent === undefined ? 'w-1/3 animate-pass' : 'transition-[width] duration-200',
          )}
        />
      </div>
    </div>
  )
}

/** «Paso 2 de 3» of a form, with a segment per step. */
export function FormProgress({ step, of }: { step: number; of: number }) {
  return (
    <div className="grid gap-2.5">
      <p className="text-ui text-muted">{`Paso ${step} de ${of}`}</p>
      <div
        role="progressbar"
        aria-label={`Paso ${step} de ${of}`}
        aria-valuenow={step}
        aria-valuemin={0}
        aria-valuemax={of}
        className="flex gap-1.5"
      >
        {Array.from({ length: of }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other identity
            key={index}
            className={classNames(
              'h-1.5 flex-1 rounded-full forced-colors:border',
              index < step ? 'bg-primary forced-colors:bg-[Highlight]' : 'bg-line',
            )}
          />
        ))}
      </div>
    </div>
  )
}
