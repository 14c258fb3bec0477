import type { RefObject } from 'react'
import { formatMoney } from '../../../chile/money.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { LOWER_PLAN_DAYS, MESSAGES, type Plan } from '../schema.ts'
import { creditsText } from './credits-text.ts'
import { PLAN_NAMES } from './plan-names.ts'

export interface SubscribeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  plan: Plan
  /** What the lawyer has now. */
  current: { plan: Plan['id']; credits: number }
  onConfirm: () => void
  pending: boolean
  finalFocus: RefObject<HTMLElement | null>
}

/** Says what taking a plan changes, before it is taken (OPEN-33). */
export function SubscribeDialog({ plan, current, ...dialog }: SubscribeDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={`¿Suscribirte al plan ${plan.name}?`}
      description={`Pasas del plan ${PLAN_NAMES[current.plan]} al plan ${plan.name} (${formatMoney(plan.price)} al mes) de inmediato. ${MESSAGES.noCharge}`}
      confirmText="Suscribir plan"
    >
      <ul className="grid list-disc gap-2 pl-5 text-ui marker:text-muted">
        <li>
          {current.credits > 0
            ? `Tus créditos se reinician: los ${creditsText(current.credits)} que te quedan se reemplazan por los ${plan.credits} del plan nuevo.`
            : `Tus créditos se reinician: empiezas con los ${plan.credits} del plan nuevo.`}
        </li>
        <li>El contador de créditos usados vuelve a 0.</li>
        <li>{`Podrás cambiar a un plan menor después de ${LOWER_PLAN_DAYS} días. ${MESSAGES.renewal}`}</li>
      </ul>
    </ConfirmDialog>
  )
}
