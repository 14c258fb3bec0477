import type { SessionUser } from '../../../platform/session/session.ts'
import { availableCreditsText } from '../rules.ts'
import { MESSAGES } from '../schema.ts'
import { PlanButton } from './plan-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanList, usePlans } from './plan-list.tsx'
import { PLAN_NAMES } from './plan-names.ts'
import { useSubscribe } from './use-subscribe.ts'

const NOTES = [
  [
    'Para qué sirve un crédito',
    `Cada crédito abre el chat con el cliente de un caso del mercado. Si ya conversan, no se descuenta. ${MESSAGES.renewal}`,
  ],
  [
    'Si un cliente te escribe',
    'Nunca gasta créditos. Tu perfil público recibe contactos en todos los planes.',
  ],
  [
    'Cambiar de plan',
    'El cambio es inmediato. Si subes dentro de los 30 días de tu último cambio, conservas tus créditos y recibes la diferencia; después, empiezas con los del plan nuevo. Puedes bajar después de 30 días.',
  ],
] as const

/** PLA-01 to PLA-14: the page where plans are compared and taken. @param user null for a visitor */
export function Subscriptions({ user }: { user: SessionUser | null }) {
  const { statusLine, problem, dialog, chosen, confirm, isSubscribing, focus, choosePlan } =
    useSubscribe(user)
  const ranks = new Map(usePlans().data?.map(({ id, rank }) => [id, rank]))
  const currentPlan =
    user?.role === 'lawyer' && user.plan ? { plan: user.plan, credits: user.credits_available ?? 0 } : null
  return (
    <>
      <div className="pt-8 pb-8 md:pt-14 md:pb-11">
        <h1>Planes de Suscripción</h1>
        <p ref={statusLine} tabIndex={-1} className="mt-2 text-lead text-balance text-muted outline-none">
          {currentPlan
            ? `Tienes ${availableCreditsText(currentPlan.credits)} del plan ${PLAN_NAMES[currentPlan.plan]}. `
            : 'Para abogados que quieren encontrar nuevos clientes. '}
          {MESSAGES.noCharge}
        </p>
      </div>
      <PlanList>
        {(plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            level="h2"
            action={
              <PlanButton
                plan={plan}
                user={user}
                failure={chosen?.plan.id === plan.id ? problem : undefined}
                pending={chosen?.plan.id === plan.id && (dialog.pending || (isSubscribing && !dialog.open))}
                onPress={(button) => choosePlan(plan, button, ranks)}
              />
            }
          />
        )}
      </PlanList>
      <div className="grid gap-6 pt-10 pb-14 md:grid-cols-3 md:gap-14 md:pb-24">
        {NOTES.map(([title, text]) => (
          <section key={title}>
            <h2 className="text-h4">{title}</h2>
            <p className="mt-1 max-w-[46ch] text-ui text-muted">{text}</p>
          </section>
        ))}
      </div>
      {chosen && dialog.render({ ...chosen, onConfirm: confirm, pending: isSubscribing, finalFocus: focus })}
    </>
  )
}
