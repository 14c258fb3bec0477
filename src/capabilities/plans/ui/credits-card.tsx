import { useState } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { creditsText, isLowOnCredits } from '../rules.ts'
import { type Credits, MESSAGES } from '../schema.ts'
import { MovementList } from './movement-list.tsx'
import { UsageChart } from './usage-chart.tsx'
import { useCredits } from './use-credits.ts'

/**
 * DAL-02 to DAL-04: plan, credits, usage and the low-credits warning. The route prefetches `plans.credits`.
 */
export function CreditsCard() {
  const query = useCredits()
  return (
    <Card className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-h4">Plan y créditos</h2>
        {query.data && <Badge tone="primary">{`Plan ${query.data.plan_name}`}</Badge>}
      </div>
      <Loaded query={query} failed={MESSAGES.panelFailed} label="Cargando tus créditos…">
        {(credits) => <CreditsBody credits={credits} />}
      </Loaded>
    </Card>
  )
}

function CreditsBody({ credits }: { credits: Credits }) {
  const { credits_available: left, credits_used: used, plan_credits: total } = credits
  const [showsMovements, setShowsMovements] = useState(false)
  const hydrated = useHydrated()
  return (
    <>
      <div className="grid gap-2">
        <p className="flex items-baseline gap-2.5">
          <span className="figure text-[2.5rem]/11">{left}</span>
          <span className="text-ui text-muted">
            {left === 1 ? 'crédito disponible' : 'créditos disponibles'}
          </span>
        </p>
        {total > 0 && <Meter left={left} total={total} />}
        <p className="text-small text-muted">
          {total > 0
            ? `${used} de ${creditsText(total)} usados por mes de uso`
            : `${creditsText(used)} ${used === 1 ? 'usado' : 'usados'} por mes de uso`}
          . {MESSAGES.renewal}
        </p>
      </div>
      {isLowOnCredits(credits) && <Notice kind="accent">{MESSAGES.lowCredits}</Notice>}
      <UsageChart use={credits.use} today={credits.today} />
      <div className="grid gap-2.5">
        {/* PLA-15. */}
        <Button
          block
          disabled={!hydrated}
          data-settling={hydrated ? undefined : ''}
          onClick={() =>
            toast({
              kind: 'info',
              title: 'Función en desarrollo',
              text: 'Esta función estará disponible pronto.',
            })
          }
        >
          Comprar Créditos
        </Button>
        <div className="flex flex-wrap justify-between gap-x-4">
          <ButtonLink to="/subscriptions" variant="quiet" size="sm">
            Ver planes
          </ButtonLink>
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={showsMovements}
            disabled={!hydrated}
            data-settling={hydrated ? undefined : ''}
            onClick={() => setShowsMovements(!showsMovements)}
          >
            {showsMovements ? 'Ocultar movimientos' : 'Ver movimientos'}
          </Button>
        </div>
      </div>
      {showsMovements && <MovementList />}
    </>
  )
}

/** A bar of the remaining credits, also given by the text around it. Up to 20 credits: one piece each. */
function Meter({ left, total }: { left: number; total: number }) {
  const filled = Math.min(left, total)
  if (total > 20)
    return (
      <div aria-hidden="true" className="h-2 overflow-clip rounded-full bg-line forced-colors:border">
        <div
          style={{ width: `${(100 * filled) / total}%` }}
          className="h-full bg-primary forced-colors:bg-[Highlight]"
        />
      </div>
    )
  return (
    <div aria-hidden="true" className="flex gap-0.75">
      {Array.from({ length: total }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity
          key={index}
          className={classNames(
            'h-2.25 flex-1 rounded-[2px] forced-colors:border',
            index < filled ? 'bg-primary forced-colors:bg-[Highlight]' : 'bg-line',
          )}
        />
      ))}
    </div>
  )
}
