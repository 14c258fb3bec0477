import { useEffect, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { SecurityContract } from '../contract.ts'
import { MESSAGES, type TimeLeft } from '../schema.ts'

const WARNING_SECONDS = 60

/** DAT-74: says one minute before that the sign-in expires, and lets the person ask for more time. */
export function StepDeadline({ startAgain, ...props }: { secondsLeft: number; startAgain: string }) {
  // A new object with each extension, so that the timers start again.
  const [timeLeft, setTimeLeft] = useState<TimeLeft>({ secondsLeft: props.secondsLeft })
  const [phase, setPhase] = useState<'early' | 'ending' | 'over'>('early')
  const { submit, pending } = useSubmit(() => rpc<SecurityContract>('security').extendPendingStep({}), {
    onDone(extended) {
      setPhase('early')
      setTimeLeft(extended)
    },
    onShown: ({ status }) => status === 404 && setPhase('over'),
    forVisitors: true,
  })
  useEffect(() => {
    const { secondsLeft } = timeLeft
    const timers = [
      setTimeout(() => setPhase('ending'), Math.max(0, secondsLeft - WARNING_SECONDS) * 1000),
      setTimeout(() => setPhase('over'), secondsLeft * 1000),
    ]
    return () => timers.forEach(clearTimeout)
  }, [timeLeft])
  if (phase === 'early') return null
  if (phase === 'over')
    return (
      <Notice
        kind="danger"
        live
        className="mt-6"
        action={<TextLink to={startAgain}>Iniciar Sesión</TextLink>}
      >
        {MESSAGES.stepGone}
      </Notice>
    )
  return (
    <Notice
      kind="accent"
      live
      className="mt-6"
      action={
        <Button size="sm" pending={pending} onClick={() => void submit()}>
          Necesito más tiempo
        </Button>
      }
    >
      Este paso vence en un minuto.
    </Notice>
  )
}
