import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { signInSignal } from '../../../platform/session/sign-in-signal.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { loginPath } from '../../accounts/ui/use-return-path.ts'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import { downgradeText } from '../rules.ts'
import { MESSAGES, type Plan } from '../schema.ts'
import { useCredits } from './use-credits.ts'

/** Path that /login returns to. */
const SUBSCRIPTIONS_PATH = '/subscriptions'

/** Why subscribing to a plan failed. */
interface SubscribeFailure {
  planId: Plan['id']
  text: string
}

/** The chosen plan and the plan at that time, so that the text does not change while the dialog closes. */
interface Choice {
  plan: Plan
  current: { plan: Plan['id'] }
}

/** Subscribing to a plan: refuses early where possible and asks verified lawyers for confirmation. */
export function useSubscribe(user: SessionUser | null) {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  const client = useQueryClient()
  const credits = useCredits(user?.role === 'lawyer')
  const subscribe = useMutation(queries.subscribe.mutationOptions())
  const dialog = useLazyDialog(
    () => import('./subscribe-dialog.tsx'),
    (module) => module.SubscribeDialog,
  )
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const failureToast = useFailureToast()
  const [chosen, setChosen] = useState<Choice>()
  const [failure, setFailure] = useState<SubscribeFailure>()
  /** Allows one request per press of a plan's button, even if the closing dialog is confirmed again. */
  const canSubmit = useRef(false)
  /** Receives the focus after the dialog: the pressed button, or the status line if that is disabled. */
  const focus = useRef<HTMLElement>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)

  const refuse = (plan: Plan, text: string, title = 'Error de suscripción') => {
    setFailure({ planId: plan.id, text })
    failureToast.show({ title, text })
  }

  const failWith = (plan: Plan, found: Failure) => {
    refuse(plan, failureTextOf(found), found.reason === 'ON_FREE_PLAN' ? 'Plan gratuito' : undefined)
    // The plan changed elsewhere (another tab or device): the page is out of date.
    if (found.status === 409) void refresh()
  }

  async function refresh() {
    announceSessionChange()
    await Promise.all([
      revalidate(),
      client.invalidateQueries({ queryKey: queries.credits.key() }),
      client.invalidateQueries({ queryKey: queries.movements.key() }),
    ])
  }

  async function subscribeTo(plan: Plan) {
    if (!canSubmit.current) return
    canSubmit.current = false
    setFailure(undefined)
    failureToast.dismiss()
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
      focus.current = statusLine.current
      void refresh()
    } catch (error) {
      failWith(plan, failureOf(error))
    }
    dialog.setOpen(false)
  }

  const choosePlan = (plan: Plan, button: HTMLElement, ranks: ReadonlyMap<string, number>) => {
    if (subscribe.isPending) return
    canSubmit.current = true
    setFailure(undefined)
    failureToast.dismiss()
    setChosen({
      plan,
      current: { plan: user?.plan ?? 'gratis' },
    })
    if (!user) {
      const until = signInSignal()
      toast({
        kind: 'info',
        title: 'Inicio de sesión requerido',
        text: MESSAGES.signIn,
        dismissSignal: until,
      })
      void navigate(loginPath(SUBSCRIPTIONS_PATH))
      return
    }
    // The server gives the reason (OPEN-33).
    if (user.role !== 'lawyer' || user.verification_status !== 'verified') {
      void subscribeTo(plan)
      return
    }
    const isLower = plan.rank < (ranks.get(user.plan ?? 'gratis') ?? 0)
    const from = credits.data?.lower_plan_from
    if (isLower && from) {
      refuse(plan, downgradeText(from))
      return
    }
    focus.current = button
    dialog.show()
  }

  return {
    choosePlan,
    confirm: () => chosen && void subscribeTo(chosen.plan),
    chosen,
    dialog,
    isSubscribing: subscribe.isPending,
    failure,
    focus,
    statusLine,
  }
}
