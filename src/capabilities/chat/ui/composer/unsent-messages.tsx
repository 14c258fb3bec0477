import { CircleAlert, CloudOff, X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../../../ui/actions/button.tsx'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Message } from '../../schema.ts'
import type { OutgoingMessage } from './outbox.ts'
import { dismissOfflineToast } from './send-waiting.ts'
import type { ChatOutbox } from './use-outbox.ts'

/** TRAP-46: messages that failed while the composer had other text. A retry has the original id. */
export function UnsentMessages({
  outbox,
  stored,
}: {
  outbox: ChatOutbox
  stored: readonly Message[] | undefined
}) {
  const unsent = outbox.outbox.filter(({ state }) => state === 'kept')
  // These were stored; only the response was lost.
  const storedIds = unsent
    .filter(({ id }) => stored?.some((message) => message.id === id))
    .map(({ id }) => id)
  const { drop } = outbox
  // biome-ignore lint/correctness/useExhaustiveDependencies: compare the ids; the array is new on every render
  useEffect(() => {
    if (storedIds.length > 0) drop(...storedIds)
  }, [storedIds.join(' ')])
  const discard = (message: OutgoingMessage) => {
    drop(message.id)
    if (unsent.every(({ id, waits }) => id === message.id || !waits)) dismissOfflineToast()
    toast({
      kind: 'info',
      text: 'Mensaje descartado.',
      action: { label: 'Deshacer', run: () => outbox.restore(message) },
    })
  }
  if (unsent.length === 0) return null
  return (
    <ul
      aria-label="Mensajes sin enviar"
      className={`grid max-h-48 gap-1 overflow-y-auto border-t border-line px-3 py-2 md:px-7 ${
        unsent.every(({ waits }) => waits) ? 'bg-sunken' : 'bg-danger-soft'
      }`}
    >
      {unsent.map((message) => (
        <li key={message.id} className="flex min-w-0 items-center gap-2.5">
          {message.waits ? (
            <CloudOff aria-hidden="true" className="size-4.5 text-muted" />
          ) : (
            <CircleAlert aria-hidden="true" className="size-4.5 text-danger-ink" />
          )}
          <p className="min-w-0 flex-1 truncate text-small">
            <b>{message.waits ? 'En espera de conexión:' : 'No se envió:'}</b> {message.content}
          </p>
          {!message.waits && (
            <Button size="sm" onClick={() => outbox.send(message)}>
              Reintentar
            </Button>
          )}
          <IconButton
            size="sm"
            label={`Descartar «${message.content.slice(0, 40)}»`}
            icon={<X aria-hidden="true" className="size-4.5" />}
            onClick={() => discard(message)}
          />
        </li>
      ))}
    </ul>
  )
}
