import type { ReactNode } from 'react'
import { groupThousands } from '../../../chile/numbers.ts'
import { averageText } from '../../../ui/display/rating.ts'
import { Stars } from '../../../ui/display/stars.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { PublicLawyer } from '../schema.ts'

/** CAL-08. Owned by a later slice, so the route passes it in. */
export interface CaseFigures {
  total_cases: number
  total_clients: number
}

export interface StatCardsProps {
  lawyer: PublicLawyer
  /** undefined while unknown. */
  figures: CaseFigures | undefined
}

/** Rating, experience and case figures (PUB-05 to PUB-08, OPEN-53, OPEN-55). Unknown figures show a dash. */
export function StatCards({ lawyer: { rating, review_count, experience }, figures }: StatCardsProps) {
  const { total_cases, total_clients } = figures ?? {}
  return (
    <dl className="grid grid-cols-2 overflow-clip rounded-l border border-line bg-surface lg:grid-cols-[1.25fr_1.1fr_1fr_1fr]">
      <Stat
        label={
          <>
            {/* Screen readers cannot see the stars. */}
            <span className="sr-only">Calificación promedio, </span>
            {review_count === 1 ? '1 reseña' : `${groupThousands(review_count)} reseñas`}
          </>
        }
        value={
          <>
            {averageText(rating)} <Stars average={rating} />
            {review_count === 0 && <span className="text-small font-semibold tracking-normal">Nuevo</span>}
          </>
        }
      />
      <Stat
        label={experience === 1 ? 'Año de experiencia' : 'Años de experiencia'}
        value={experience === null ? undefined : String(experience)}
      />
      <Stat
        label={total_cases === 1 ? 'Caso finalizado' : 'Casos finalizados'}
        value={total_cases === undefined ? undefined : groupThousands(total_cases)}
      />
      <Stat
        label={total_clients === 1 ? 'Cliente' : 'Clientes'}
        value={total_clients === undefined ? undefined : groupThousands(total_clients)}
      />
    </dl>
  )
}

function Stat({ label, value }: { label: ReactNode; value: ReactNode | undefined }) {
  return (
    <div
      className={classNames(
        'flex flex-col-reverse justify-end border-line px-4.5 py-4 even:border-l nth-[n+3]:border-t lg:px-5.5 lg:py-5',
        'lg:nth-[n+2]:border-l lg:nth-[n+3]:border-t-0',
      )}
    >
      <dt className="mt-0.5 text-small text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-2 text-[1.75rem]/8 font-semibold tracking-[-0.022em] tabular-nums">
        {value ?? (
          <>
            <span aria-hidden="true" className="text-muted">
              —
            </span>
            <span className="sr-only">No disponible</span>
          </>
        )}
      </dd>
    </div>
  )
}
