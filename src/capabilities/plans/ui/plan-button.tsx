import { useId } from 'react'
import type { SessionUser } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import type { Plan } from '../schema.ts'
import { planHeadingId } from './plan-card.tsx'
import { RECOMMENDED_PLAN } from './plan-names.ts'

export interface PlanButtonProps {
  plan: Plan
  /** Null for a visitor. */
  user: Pick<SessionUser, 'role' | 'plan'> | null
  pending: boolean
  /** Why the last try failed; a toast has shown it already. */
  failure: string | undefined
  onPress: (button: HTMLElement) => void
}

/** PLA-05 to PLA-09, OPEN-24: the buttons of the current and the free plan are disabled. */
export function PlanButton({ plan, user, pending, failure, onPress }: PlanButtonProps) {
  const hydrated = useHydrated()
  const isCurrent = user?.role === 'lawyer' && user.plan === plan.id
  const isFree = plan.id === 'gratis'
  const isDisabled = isCurrent || isFree
  const failureId = useId()
  return (
    <>
      <Button
        block
        variant={plan.id === RECOMMENDED_PLAN ? 'primary' : 'secondary'}
        aria-describedby={failure ? `${planHeadingId(plan.id)} ${failureId}` : planHeadingId(plan.id)}
        pending={pending}
        disabled={isDisabled || !hydrated}
        data-settling={!hydrated && !isDisabled ? '' : undefined}
        onClick={(event) => onPress(event.currentTarget)}
      >
        {isCurrent ? 'Plan actual' : isFree ? 'Registrarse gratis' : 'Suscribir plan'}
      </Button>
      {failure && (
        <p id={failureId} className="mt-2 text-small font-medium text-danger-ink">
          {failure}
        </p>
      )}
    </>
  )
}
