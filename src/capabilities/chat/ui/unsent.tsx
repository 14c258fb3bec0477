import { CircleAlert, CloudOff, X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Message } from '../schema.ts'
import type { Outgoing } from './outbox.ts'
import { sayReached } from './send-waiting.ts'
import type { OutboxOf } from './use-outbox.ts'

/** TRAP-46: what could not be sent while something else stands in the composer, each with its retry under the same id. */
export function Unsent({ outbox, stored }: { outbox: OutboxOf; stored: readonly Message[] | undefined }) {
  const kept = outbox.outbox.filter(({ state }) => state === 'kept')
  // Only its answer was lost.
  const arrived = kept.filter(({ id }) => stored?.some((message) => message.id === id)).map(({ id }) => id)
  const { drop } = outbox
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is in it, not by which list it is
  useEffect(() => {
    if (arrived.length > 0) drop(...arrived)
  }, [arrived.join(' ')])
  const discard = (message: Outgoing) => {
    drop(message.id)
    if (kept.every(({ id, waits }) => id === message.id || !waits)) sayReached()
    toast({
      kind: 'info',
      text: 'Mensaje descartado.',
      action: { label: 'Deshacer', run: () => outbox.restore(message) },
    })
  }
  if (kept.length === 0) return null
  return (
    <ul
      aria-label="Mensajes sin enviar"
      className={`grid max-h-48 gap-1 overflow-y-auto border-t border-line px-3 py-2 md:px-7 ${
        kept.every(({ waits }) => waits) ? 'bg-sunken' : 'bg-danger-soft'
      }`}
    >
      {kept.map((message) => (
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
