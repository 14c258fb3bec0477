import { CloudOff, Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { groupThousands } from '../../../ui/digits.ts'
import { controlClass } from '../../../ui/field-style.ts'
import { newMessageId } from '../rules.ts'
import { cleanText, isVisible, MESSAGE_MAX, MESSAGES, seenLength } from '../schema.ts'
import type { ChatCache, ChatClient } from './chat-cache.ts'
import { isPhone } from './is-phone.ts'
import { waitingIn } from './kept.ts'
import { useSendWaiting } from './send-waiting.ts'
import { Starters } from './starters.tsx'
import { useDraft } from './use-draft.ts'
import type { OutboxOf } from './use-outbox.ts'

/** Characters from the limit from where they are counted. */
const NEAR = 500

export interface ComposerProps {
  client: ChatClient
  cache: ChatCache
  chatId: string
  userId: string
  partnerName: string
  outbox: OutboxOf
  /** What a client who has not written yet told the search; null once there is a message, and for lawyers. */
  told: string | null
  /** Whether the house has a message. */
  isStored(id: string): boolean
  onSend(): void
}

/** CHA-11 to CHA-14: where one writes. */
export function Composer(props: ComposerProps) {
  const { client, cache, chatId, userId, partnerName, outbox, told, isStored, onSend } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const draft = useDraft(chatId, userId, outbox, isStored)
  const { text, waiting } = draft
  // Whoever writes has no more characters than code units: only then they are worth counting.
  const length = text.length > MESSAGE_MAX - NEAR ? seenLength(cleanText(text)) : 0
  const isTooLong = length > MESSAGE_MAX

  useSendWaiting(client, {
    waiting: () => waitingIn({ text, tried: waiting }, outbox.outbox).map((one) => ({ ...one, chatId })),
    stored(message) {
      cache.putMessage(message)
      outbox.drop(message.id)
      if (waiting?.id === message.id) draft.clear()
    },
    refused() {
      outbox.refuse()
      if (waiting) draft.refuse()
    },
  })

  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (!isPhone()) area.current?.focus({ preventScroll: true })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = area.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [text])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    area.current?.focus({ preventScroll: true })
    const content = cleanText(text)
    if (!isVisible(content) || isTooLong) return
    const message = { id: draft.triedAs(content) ?? newMessageId(), content }
    draft.sent(message)
    outbox.send(message)
    onSend()
  }
  const begin = (starter: string) => {
    flushSync(() => draft.change(starter))
    area.current?.focus()
    area.current?.setSelectionRange(starter.length, starter.length)
  }
  const press = (event: KeyboardEvent) => {
    // The Enter that ends the composition of a sign sends nothing; Safari says it by the code alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    if (!event.repeat) submit()
  }
  return (
    <form
      method="post"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-t border-line bg-surface px-3 pt-2.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:gap-2.5 md:px-7 md:pt-3.5 md:pb-4.5"
    >
      {told !== null && text === '' && <Starters told={told} onUse={begin} />}
      <label htmlFor={id} className="sr-only">
        Mensaje para {partnerName}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={1}
        value={text}
        placeholder="Escribe un mensaje"
        autoComplete="off"
        enterKeyHint="send"
        aria-invalid={isTooLong || undefined}
        aria-describedby={length > 0 ? `${id}-length` : undefined}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={press}
        className={classNames(
          controlClass,
          'field-sizing-content max-h-[min(12rem,35dvh)] min-h-12 resize-none',
        )}
      />
      <Button type="submit" variant="primary" className="min-h-12 max-md:px-4.5">
        <Send aria-hidden="true" className="size-4.5" />
        <span className="max-md:sr-only">Enviar</span>
      </Button>
      <Length id={`${id}-length`} length={length} isTooLong={isTooLong} />
      {waiting && (
        <div className="col-span-2 flex items-center gap-2.5 text-small text-muted">
          <CloudOff aria-hidden="true" className="size-4.5 flex-none" />
          <p role="status" className="flex-1">
            Se enviará cuando vuelva la conexión, si no lo cambias.
          </p>
          <Button
            size="sm"
            onClick={() => {
              outbox.keepWaiting(waiting)
              draft.clear()
              area.current?.focus({ preventScroll: true })
            }}
          >
            Escribir otro
          </Button>
        </div>
      )}
    </form>
  )
}

/** The limit, said when it is near and plainly when it is passed. */
function Length({ id, length, isTooLong }: { id: string; length: number; isTooLong: boolean }) {
  return (
    <div className={length > 0 ? 'col-span-2 flex flex-wrap justify-between gap-x-4 px-0.5' : 'sr-only'}>
      <p role="alert" className="text-small font-medium text-danger-ink">
        {isTooLong ? MESSAGES.tooLong : ''}
      </p>
      {length > 0 && (
        <p
          id={id}
          className={classNames(
            'ml-auto text-small whitespace-nowrap tabular-nums',
            isTooLong ? 'font-medium text-danger-ink' : 'text-muted',
          )}
        >
          {`${groupThousands(String(length))} de ${groupThousands(String(MESSAGE_MAX))} caracteres`}
        </p>
      )}
    </div>
  )
}
