import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { untilSignedIn } from '../../../platform/rpc/until-signed-in.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import { loginPath } from '../../accounts/ui/use-volver.ts'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import { lowerPlanText } from '../rules.ts'
import { MESSAGES, type Plan } from '../schema.ts'
import { useCredits } from './use-credits.ts'

/** Where the page stands, for the way back from /login. */
const HERE = '/subscriptions'

/** Why a plan was not taken. */
interface Failed {
  planId: Plan['id']
  text: string
}

/** A plan that was pressed, and what the lawyer had then: the dialog's words stay while it closes. */
interface Choice {
  plan: Plan
  current: { plan: Plan['id'] }
}

const titleOf = (message: string) =>
  message === MESSAGES.alreadyFree ? 'Plan gratuito' : 'Error de suscripción'

/** What taking a plan is about: who may not is told at once, a verified lawyer is asked first, then it is done. */
export function useSubscribing(user: SessionUser | null) {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  const client = useQueryClient()
  const credits = useCredits(user?.role === 'lawyer')
  const subscribe = useMutation(queries.subscribe.mutationOptions())
  const dialog = useFetchedDialog(
    () => import('./subscribe-dialog.tsx'),
    (module) => module.SubscribeDialog,
  )
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const failed = useFailureToast()
  const [chosen, setChosen] = useState<Choice>()
  const [failure, setFailure] = useState<Failed>()
  /** One press of a plan's button is one try, however often it is confirmed, also while the dialog is closing. */
  const armed = useRef(false)
  /** Where the focus goes when the dialog closes: the pressed button, or the page's first line when it is off by then. */
  const focus = useRef<HTMLElement>(null)
  const standing = useRef<HTMLParagraphElement>(null)

  const refuse = (plan: Plan, text: string) => {
    setFailure({ planId: plan.id, text })
    failed.say({ title: titleOf(text), text })
  }

  const failWith = (plan: Plan, found: Failure) => {
    refuse(plan, sayingOf(found))
    // Somebody else of this account was first: what the page shows is old.
    if (found.status === 409) void refresh()
  }

  async function refresh() {
    sessionChanged()
    await Promise.all([
      revalidate(),
      client.invalidateQueries({ queryKey: queries.credits.key() }),
      client.invalidateQueries({ queryKey: queries.movements.key() }),
    ])
  }

  async function take(plan: Plan) {
    if (!armed.current) return
    armed.current = false
    setFailure(undefined)
    failed.takeBack()
    try {
      const { name, credits_available } = await subscribe.mutateAsync({ planId: plan.id })
      toast({
        kind: 'success',
        title: '¡Suscripción exitosa!',
        text:
          credits_available === 0
            ? `Tu plan ${name} está activo. Sus créditos de este mes ya los recibiste con tu cuenta anterior.`
            : `Tu plan ${name} está activo. Tienes ${credits_available} créditos disponibles.`,
      })
      focus.current = standing.current
      void refresh()
    } catch (error) {
      failWith(plan, failureOf(error))
    }
    dialog.setOpen(false)
  }

  const press = (plan: Plan, button: HTMLElement, ranks: ReadonlyMap<string, number>) => {
    if (subscribe.isPending) return
    armed.current = true
    setFailure(undefined)
    failed.takeBack()
    setChosen({
      plan,
      current: { plan: user?.plan ?? 'gratis' },
    })
    if (!user) {
      const until = untilSignedIn()
      toast({ kind: 'info', title: 'Inicio de sesión requerido', text: MESSAGES.signIn, until })
      void navigate(loginPath(HERE))
      return
    }
    // The server says why not (OPEN-33).
    if (user.role !== 'lawyer' || user.verification_status !== 'verified') {
      void take(plan)
      return
    }
    const isLower = plan.rank < (ranks.get(user.plan ?? 'gratis') ?? 0)
    const from = credits.data?.lower_plan_from
    if (isLower && from) {
      refuse(plan, lowerPlanText(from))
      return
    }
    focus.current = button
    dialog.show()
  }

  return {
    press,
    confirm: () => chosen && void take(chosen.plan),
    chosen,
    dialog,
    isTaking: subscribe.isPending,
    failure,
    focus,
    standing,
  }
}
