import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FieldError } from '../../../ui/fields/field.tsx'
import { plansQueries } from '../../plans/queries.ts'
import { NO_CREDITS_TITLE } from '../../plans/schema.ts'
import { useCreditsLeft } from '../../plans/ui/use-credits.ts'
import type { ChatContract } from '../contract.ts'
import { UNDO_SECONDS } from '../rules.ts'
import { offerUndo } from './undo-offer.ts'

interface StartChatProps {
  caseId: string
  /** A chat with this client already exists: opening it is free. */
  free: boolean
  onGone(): void
}

/** @param left credits; undefined while loading */
const spendText = (left: number | undefined) =>
  left === undefined ? 'Usa 1 crédito.' : `Usa 1 crédito. Te quedan ${left}.`

/** MKT-10, OPEN-32, H-05: «Iniciar Chat» shows its price, opens the chat, and can be undone. */
export function StartChat({ caseId, free, onGone }: StartChatProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const noteId = useId()
  const { pathname, search } = useLocation()
  const left = useCreditsLeft()
  const client = rpc<ChatContract>('chat')

  const refetchCredits = () => queries.invalidateQueries({ queryKey: plansQueries().credits.key() })

  const undo = async (chatId: string) => {
    try {
      await client.undoStart({ chatId })
      toast({ kind: 'success', title: 'Chat deshecho', text: 'Recuperaste tu crédito.' })
      // Leave the deleted chat. The navigation reloads the market, where the case costs a credit again.
      const opened = (history.state as { usr?: { chatId?: string } } | null)?.usr?.chatId
      if (location.pathname === pathname || (location.pathname === '/chat' && opened === chatId))
        await navigate(pathname + search, { replace: true })
    } catch (error) {
      toast({ kind: 'error', text: failureOf(error).message })
    } finally {
      void refetchCredits()
    }
  }

  const { submit, pending, failure } = useSubmit(client.startFromCase, {
    async onDone({ chatId, spent }) {
      if (spent) offerUndo(chatId, UNDO_SECONDS, () => void undo(chatId))
      await navigate('/chat', { state: { chatId } })
      void refetchCredits()
    },
    onFailure({ message, reason }) {
      if (reason === 'CASE_GONE') onGone()
      // Also after «Sin créditos»: the number of credits on the page is outdated then.
      void refetchCredits()
      return message
    },
    toast: ({ message, reason }) => ({
      title: reason === 'NO_CREDITS' ? NO_CREDITS_TITLE : undefined,
      text: message,
    }),
  })

  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap items-center justify-end gap-x-3.5 gap-y-1.5">
        <span id={noteId} className="text-small text-muted">
          {free ? 'Sin costo: ya conversan' : spendText(left)}
        </span>
        <Button
          variant="tonal"
          pending={pending}
          pendingLabel="Abriendo el chat…"
          aria-describedby={noteId}
          onClick={() => submit({ caseId })}
        >
          Iniciar Chat
        </Button>
      </div>
      {failure && (
        <FieldError id={`${noteId}-problem`}>
          <span>
            {failure.message}{' '}
            {failure.reason === 'NO_CREDITS' && (
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
