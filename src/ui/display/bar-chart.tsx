import { groupThousands } from '../../chile/numbers.ts'
import { classNames } from '../theme/class-names.ts'

export interface ChartBar {
  label: string
  value: number
  tone?: 'primary' | 'accent' | 'quiet' | undefined
}

const tones = { primary: 'bg-primary', accent: 'bg-accent', quiet: 'bg-control' } as const

/**
 * A bar chart with its total. Labels and numbers give the same information as the bars.
 * @param props.unit name of what is counted: singular and plural
 */
export function BarChart({ unit, bars }: { unit: readonly [string, string]; bars: readonly ChartBar[] }) {
  const total = bars.reduce((sum, bar) => sum + bar.value, 0)
  const largest = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <>
      <p className="mb-3.5 text-small text-muted">
        <b className="figure mr-1 text-[1.5rem]/8 text-ink">{groupThousands(total)}</b>{' '}
        {unit[total === 1 ? 0 : 1]}
      </p>
      <ul className="grid gap-2.75 text-small">
        {bars.map(({ label, value, tone = 'primary' }) => (
          <li key={label} className="grid grid-cols-[8rem_1fr_auto] items-center gap-2.5">
            <span>{label}</span>
            <span aria-hidden="true">
              <span
                style={{ width: `${(100 * value) / largest}%` }}
                className={classNames(
                  'block h-2.5 rounded-[2px] forced-colors:bg-[Highlight]',
                  value > 0 && 'min-w-0.75',
                  tones[tone],
                )}
              />
            </span>
            <b className="min-w-8 text-right tabular-nums">{groupThousands(value)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}
