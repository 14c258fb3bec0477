import { useInfiniteQuery } from '@tanstack/react-query'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatDate } from '../../../chile/dates.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { looksOptions } from '../queries.ts'
import { type Look, MESSAGES } from '../schema.ts'
import type { PrefilledRequest } from './request-draft.ts'

/** «Quién vio tus datos» of «Tus datos» (DAT-36). */
export function OwnLooks() {
  const query = useInfiniteQuery(looksOptions())
  return (
    <Loaded query={query} failed={MESSAGES.partFailed} label="Cargando quién vio tus datos…">
      {({ items }) => (
        <Card flush>
          {items.length === 0 ? (
            <p className="px-5 py-4 text-ui text-muted md:px-6">{MESSAGES.noLooks}</p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((look) => (
                <LookRow key={look.id} look={look} />
              ))}
              {query.hasNextPage && (
                <li className="px-5 md:px-6">
                  <LoadMore query={query} failed="No se pudieron cargar más." />
                </li>
              )}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  )
}

function LookRow({ look: { at, what, why } }: { look: Look }) {
  const when = `${formatDate(at)}, ${formatClockTime(at)}`
  const state: PrefilledRequest = {
    kind: 'consulta',
    details: `No reconozco este acceso a mis datos: ${when}. ${what}. ${why}.`,
  }
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[11rem_minmax(0,1fr)_auto] md:px-6">
      <span className="text-ui text-muted">{when}</span>
      <span className="text-ui">{`Equipo de Amparo · ${what} · ${why}`}</span>
      <ButtonLink
        size="sm"
        variant="quiet"
        to="/mis-datos/solicitud"
        state={state}
        className="justify-self-start"
      >
        Esto no lo reconozco<span className="sr-only">{`: ${what}, ${when}`}</span>
      </ButtonLink>
    </li>
  )
}
