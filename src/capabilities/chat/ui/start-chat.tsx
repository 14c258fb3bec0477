import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { PlansContract } from '../../plans/contract.ts'
import { plansQueries } from '../../plans/queries.ts'
import { NO_CREDITS, MESSAGES as PLAN_MESSAGES } from '../../plans/schema.ts'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

interface StartChatProps {
  caseId: string
  /** There is a chat with this client already: it opens for nothing. */
  free: boolean
  onGone(): void
}

/** MKT-10, OPEN-32: «Iniciar Chat» says what it costs, and opens the chat. */
export function StartChat({ caseId, free, onGone }: StartChatProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const failures = useFailureToast()
  const noteId = useId()
  const start = useMutation(chatQueries(rpc<ChatContract>('chat')).startFromCase.mutationOptions())
  const problem = start.error ? failureOf(start.error).message : null

  const press = async () => {
    failures.takeBack()
    try {
      const { chatId } = await start.mutateAsync({ caseId })
      await navigate('/chat', { state: { chatId } })
    } catch (error) {
      const { message } = failureOf(error)
      failures.say({ title: message === PLAN_MESSAGES.noCredits ? NO_CREDITS : undefined, text: message })
      if (message === MESSAGES.caseGone) onGone()
    } finally {
      // Also after «Sin créditos»: then what the page says of them is not true any more.
      const plans = plansQueries(rpc<PlansContract>('plans'))
      void queries.invalidateQueries({ queryKey: plans.credits.key() })
    }
  }

  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap items-center justify-end gap-x-3.5 gap-y-1.5">
        <span id={noteId} className="text-small text-muted">
          {free ? 'Sin costo: ya conversan' : '1 crédito'}
        </span>
        <Button
          variant="tonal"
          pending={start.isPending}
          pendingLabel="Abriendo el chat…"
          aria-describedby={noteId}
          onClick={() => void press()}
        >
          Iniciar Chat
        </Button>
      </div>
      {problem && (
        <FieldError id={`${noteId}-problem`}>
          <span>
            {problem}{' '}
            {problem === PLAN_MESSAGES.noCredits && (
              <Link to="/subscriptions" className="font-semibold">
                Ver Planes
              </Link>
            )}
          </span>
        </FieldError>
      )}
    </div>
  )
}
