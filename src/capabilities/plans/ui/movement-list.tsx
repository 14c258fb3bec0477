import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '../../../chile/dates.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { movementPages } from '../queries.ts'
import { MESSAGES, type Movement } from '../schema.ts'
import { PLAN_NAMES } from './plan-names.ts'

function movementText({ kind, plan }: Movement): string {
  if (kind === 'spend') return 'Chat iniciado desde el mercado'
  if (kind === 'refund') return 'Crédito devuelto'
  const name = plan ? PLAN_NAMES[plan] : ''
  return kind === 'grant' ? `Créditos del plan ${name}` : `Fin de los créditos del plan ${name}`
}

/** The credit ledger of the signed-in lawyer, newest first, 10 entries per page. */
export function MovementList() {
  const query = useInfiniteQuery(movementPages())
  return (
    <Loaded query={query} failed={MESSAGES.panelFailed} label="Cargando los movimientos…">
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-small text-muted">Todavía no tienes movimientos de créditos.</p>
        ) : (
          <section aria-label="Movimientos de créditos" className="border-t border-line">
            <ul className="divide-y divide-line text-small">
              {items.map((movement) => (
                <li key={movement.id} className="flex items-baseline justify-between gap-3 py-2.5">
                  <span className="min-w-0">
                    <span className="block">{movementText(movement)}</span>
                    <span className="text-muted">{formatDate(movement.created_at)}</span>
                  </span>
                  <span className="shrink-0 text-right tabular-nums">
                    <b className="block">{`${movement.amount > 0 ? '+' : '−'}${Math.abs(movement.amount)}`}</b>
                    <span className="text-muted">{`saldo ${movement.balance_after}`}</span>
                  </span>
                </li>
              ))}
            </ul>
            <LoadMore query={query} failed={MESSAGES.panelFailed} />
          </section>
        )
      }
    </Loaded>
  )
}
