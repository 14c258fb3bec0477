import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { signInSignal } from '../../../platform/session/sign-in-signal.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { loginPath } from '../../accounts/ui/use-return-path.ts'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import { downgradeText } from '../rules.ts'
import { MESSAGES, type Plan } from '../schema.ts'
import { useCredits } from './use-credits.ts'

/** Path that /login returns to. */
const SUBSCRIPTIONS_PATH = '/subscriptions'

const FAILED_TITLE = 'Error de suscripción'

/** The chosen plan and the plan at that time, so that the text does not change while the dialog closes. */
interface Choice {
  plan: Plan
  current: Plan['id']
}

/** Subscribing to a plan: refuses early where possible and asks verified lawyers for confirmation. */
export function useSubscribe(user: SessionUser | null) {
  const api = rpc<PlansContract>('plans')
  const queries = plansQueries(api)
  const client = useQueryClient()
  const credits = useCredits(user?.role === 'lawyer')
  const dialog = useLazyDialog(
    () => import('./subscribe-dialog.tsx'),
    (module) => module.SubscribeDialog,
  )
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<Choice>()
  /** Why the chosen plan was refused without asking the server. */
  const [refusal, setRefusal] = useState<string>()
  /** Allows one request per press of a plan's button, even if the closing dialog is confirmed again. */
  const canSubmit = useRef(false)
  /** Receives the focus after the dialog: the pressed button, or the status line if that is disabled. */
  const focus = useRef<HTMLElement>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)

  async function refresh() {
    announceSessionChange()
    await Promise.all([
      revalidate(),
      client.invalidateQueries({ queryKey: queries.credits.key() }),
      client.invalidateQueries({ queryKey: queries.movements.key() }),
    ])
  }

  const { submit, pending, failure, clear, toasts } = useSubmit(api.subscribe, {
    onDone({ name, credits_available }) {
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
      dialog.setOpen(false)
    },
    onFailure(failed) {
      // The plan changed elsewhere (another tab or device): the page is out of date.
      if (failed.status === 409) void refresh()
      dialog.setOpen(false)
      return failureTextOf(failed)
    },
    toast: ({ message, reason }) => ({
      title: reason === 'ON_FREE_PLAN' ? 'Plan gratuito' : FAILED_TITLE,
      text: message,
    }),
  })

  function subscribeTo(plan: Plan) {
    if (!canSubmit.current) return
    canSubmit.current = false
    void submit({ planId: plan.id })
  }

  const choosePlan = (plan: Plan, button: HTMLElement, ranks: ReadonlyMap<string, number>) => {
    if (pending) return
    canSubmit.current = true
    setRefusal(undefined)
    clear()
    toasts.dismiss()
    setChosen({ plan, current: user?.plan ?? 'gratis' })
    if (!user) {
      toast({
        kind: 'info',
        title: 'Inicio de sesión requerido',
        text: MESSAGES.signIn,
        dismissSignal: signInSignal(),
      })
      void navigate(loginPath(SUBSCRIPTIONS_PATH))
      return
    }
    // The server gives the reason (OPEN-33).
    if (user.role !== 'lawyer' || user.verification_status !== 'verified') return subscribeTo(plan)
    const isLower = plan.rank < (ranks.get(user.plan ?? 'gratis') ?? 0)
    const from = credits.data?.lower_plan_from
    if (isLower && from) {
      setRefusal(downgradeText(from))
      return toasts.show({ title: FAILED_TITLE, text: downgradeText(from) })
    }
    focus.current = button
    dialog.show()
  }

  return {
    choosePlan,
    confirm: () => chosen && subscribeTo(chosen.plan),
    chosen,
    dialog,
    isSubscribing: pending,
    /** Why the chosen plan could not be taken. */
    problem: failure?.message ?? refusal,
    focus,
    statusLine,
  }
}
