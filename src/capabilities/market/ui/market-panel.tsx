import { ButtonLink } from '../../../ui/actions/button.tsx'
import { StatLink } from '../../../ui/display/stat-links.tsx'
import { useCreditsLeft } from '../../plans/ui/use-credits.ts'
import { newsText } from './market-texts.ts'
import { useLiveMarketNews, useMarketNews } from './use-market-news.ts'

interface MarketProps {
  /** Whether the lawyer's plan has access to the market (OPEN-31). */
  hasMarketAccess: boolean
}

/** DAL-09: the link to the market. It is shown even if the number of new cases fails to load. */
export function MarketPanel({ hasMarketAccess }: MarketProps) {
  const { data } = useMarketNews(hasMarketAccess)
  const left = useCreditsLeft()
  useLiveMarketNews(hasMarketAccess)
  return (
    <section aria-labelledby="mercado" className="grid gap-4.5 rounded-l bg-band p-5 text-on-band md:p-6">
      <div className="grid gap-1.5">
        <h2 id="mercado" className="text-h3">
          Mercado de Casos
        </h2>
        <p className="text-ui text-on-band-muted" role="status">
          {data?.count
            ? newsText(data.count)
            : 'Revisa los casos recién publicados y contacta a quienes necesitan tu especialidad.'}
        </p>
        {hasMarketAccess && left !== undefined && (
          <p className="text-small text-on-band-muted">{`Iniciar un chat usa 1 crédito. Te quedan ${left}.`}</p>
        )}
      </div>
      <ButtonLink to="/casos-recientes" variant="band" block>
        Ver Casos Recientes
      </ButtonLink>
    </section>
  )
}

/** The same number in the row of today's key figures. */
export function MarketFigure({ hasMarketAccess }: MarketProps) {
  const { data } = useMarketNews(hasMarketAccess)
  if (!hasMarketAccess) return null
  return (
    <StatLink
      to="/casos-recientes"
      value={data?.count}
      text={data?.count === 1 ? 'caso nuevo para ti' : 'casos nuevos para ti'}
    />
  )
}
