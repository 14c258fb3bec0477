import { formatMoney } from '../../../chile/money.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import { DOWNGRADE_WAIT_DAYS, MESSAGES, type Plan } from '../schema.ts'
import { PLAN_NAMES } from './plan-names.ts'

interface SubscribeDialogProps extends Omit<ConfirmDialogProps, 'title' | 'confirmText'> {
  plan: Plan
  /** The lawyer's current plan. */
  current: Plan['id']
}

/** Asks for confirmation and explains what the plan changes (OPEN-33). */
export function SubscribeDialog({ plan, current, ...dialog }: SubscribeDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={`¿Suscribirte al plan ${plan.name}?`}
      description={`Pasas del plan ${PLAN_NAMES[current]} al plan ${plan.name} (${formatMoney(plan.price)} al mes) de inmediato. ${MESSAGES.noCharge}`}
      confirmText="Suscribir plan"
    >
      <ul className="grid list-disc gap-2 pl-5 text-ui marker:text-muted">
        <li>
          {current === 'gratis'
            ? `Empiezas con los ${plan.credits} créditos del plan.`
            : `Si tu plan actual tiene menos de ${DOWNGRADE_WAIT_DAYS} días, conservas tus créditos y recibes la diferencia hasta los ${plan.credits} del plan nuevo. Si tiene más, empiezas con ${plan.credits}.`}
        </li>
        <li>{`Podrás cambiar a un plan menor después de ${DOWNGRADE_WAIT_DAYS} días. ${MESSAGES.renewal}`}</li>
      </ul>
    </ConfirmDialog>
  )
}
