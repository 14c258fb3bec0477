import { RoofMark } from '../../../site/roof.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { MESSAGES } from '../../plans/schema.ts'
import { openCountText } from './market-texts.ts'

/**
 * MKT-13, TRAP-03: shown instead of the market to lawyers without a market plan. The page has no case data
 * except the count of open cases of the lawyer's specialties, if known.
 */
export function MarketGate({ openCount }: { openCount: number | null }) {
  return (
    <div className="mx-auto grid max-w-150 justify-items-center gap-4 pt-14 pb-24 text-center md:pt-18">
      <RoofMark className="h-20! w-37!" />
      <h1 className="mt-2 max-w-[18ch]">Acceso Exclusivo para Suscriptores</h1>
      {openCount !== null && <p className="text-lead font-semibold">{openCountText(openCount)}</p>}
      <p className="text-lead text-muted">{MESSAGES.noMarket}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/subscriptions" variant="primary" size="lg">
          Ver Planes
        </ButtonLink>
        <ButtonLink to="/dashboard" size="lg">
          Ir a mi Panel
        </ButtonLink>
      </div>
    </div>
  )
}
