import { Award, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../chile/money.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { Plan } from '../schema.ts'
import { RECOMMENDED_PLAN } from './plan-names.ts'

/** Target audience of each plan. */
const AUDIENCES: Record<Plan['id'], string> = {
  gratis: 'Para aparecer y ser encontrado',
  basico: 'Para empezar a contactar clientes',
  intermedio: 'Para una práctica en marcha',
  avanzado: 'Para crecer y destacar',
}

/** The id of a card's heading. The plan buttons refer to it, since they have the same text. */
export const planHeadingId = (id: Plan['id']) => `plan-${id}`

export interface PlanCardProps {
  plan: Plan
  level?: 'h2' | 'h3' | undefined
  /** The plan's button, on pages where plans can be taken. */
  action?: ReactNode
}

/** PLA-03, PLA-04: name, monthly price and features of a plan. */
export function PlanCard({ plan, level: Heading = 'h3', action }: PlanCardProps) {
  const isRecommended = plan.id === RECOMMENDED_PLAN
  return (
    <li
      className={classNames(
        'grid content-start border border-line bg-surface p-5 max-md:rounded-l md:border-0 md:px-5.5 md:py-6',
        isRecommended &&
          'outline-2 -outline-offset-2 outline-primary max-md:border-transparent md:rounded-br-xl lg:rounded-r-xl',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-1.5">
        <Heading id={planHeadingId(plan.id)} className="text-h3">
          {plan.name}
        </Heading>
        {isRecommended && (
          <Badge tone="gold" icon={<Award aria-hidden="true" />}>
            Recomendado
          </Badge>
        )}
      </div>
      <p className="mt-1 text-small text-muted lg:min-h-10">{AUDIENCES[plan.id]}</p>
      <p className="mt-4 mb-5 whitespace-nowrap">
        <span className="figure text-[1.875rem]/9">{formatMoney(plan.price)}</span>{' '}
        <span className="text-small text-muted">/ mes</span>
      </p>
      {action}
      <ul className={classNames('grid gap-3 border-t border-line pt-5 text-ui', Boolean(action) && 'mt-5')}>
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 text-verified" />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  )
}
