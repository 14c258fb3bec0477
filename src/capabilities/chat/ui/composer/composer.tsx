import { CloudOff, Send } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { groupThousands } from '../../../../chile/numbers.ts'
import { uuidv7 } from '../../../../input/ids.ts'
import { cleanText, graphemeCount, hasVisibleText } from '../../../../input/text.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { controlClass } from '../../../../ui/fields/field-style.ts'
import { classNames } from '../../../../ui/theme/class-names.ts'
import { MAX_MESSAGE_LENGTH, MESSAGES } from '../../schema.ts'
import type { ChatCache } from '../chat-cache.ts'
import { isPhone } from '../is-phone.ts'
import { waitingMessages } from './chat-drafts.ts'
import { ConversationStarters } from './conversation-starters.tsx'
import { useSendWaiting } from './send-waiting.ts'
import { useDraft } from './use-draft.ts'
import type { ChatOutbox } from './use-outbox.ts'

/** Characters before the limit from which the counter is shown. */
const COUNTER_THRESHOLD = 500

/** What the buttons beside the field can do with it. */
export interface ComposerField {
  /** Writes a text where the cursor is, and focuses the field. */
  insert(text: string): void
}

export interface ComposerProps {
  cache: ChatCache
  chatId: string
  userId: string
  partnerName: string
  outbox: ChatOutbox
  /** A client's text from the search, offered as a first message; null after it, and for lawyers. */
  searchText: string | null
  isStored(id: string): boolean
  /** Buttons before the field. */
  actions(field: ComposerField): ReactNode
  onSend(): void
}

/** CHA-11 to CHA-14: the form for a new message. */
export function Composer(props: ComposerProps) {
  const { cache, chatId, userId, partnerName, outbox, searchText, isStored, actions, onSend } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const draft = useDraft(chatId, userId, outbox, isStored)
  const { text, waiting } = draft
  // Code units are an upper bound for grapheme clusters, so count those only near the limit.
  const length = text.length > MAX_MESSAGE_LENGTH - COUNTER_THRESHOLD ? graphemeCount(cleanText(text)) : 0
  const isTooLong = length > MAX_MESSAGE_LENGTH

  useSendWaiting(cache.client, {
    waiting: () =>
      waitingMessages({ text, tried: waiting }, outbox.outbox).map((one) => ({ ...one, chatId })),
    stored(message) {
      cache.addMessage(message)
      outbox.drop(message.id)
      if (waiting?.id === message.id) draft.clear()
    },
    refused() {
      outbox.stopRetries()
      if (waiting) draft.stopRetry()
    },
  })

  useEffect(() => {
    // On a phone the keyboard would cover the messages.
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
    if (!hasVisibleText(content) || isTooLong) return
    const message = { id: draft.retryIdFor(content) ?? uuidv7(), content }
    draft.markSending(message)
    outbox.send(message)
    onSend()
  }
  const fillWith = (content: string, cursor = content.length) => {
    flushSync(() => draft.setText(content))
    area.current?.focus()
    area.current?.setSelectionRange(cursor, cursor)
  }
  const insert = (added: string) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    }
    fillWith(text.slice(0, start) + added + text.slice(end), start + added.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an IME composition must not send. Safari reports it only by key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    if (!event.repeat) submit()
  }
  return (
    <form
      method="post"
      onSubmit={submit}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-1 border-t border-line bg-surface pt-2.5 pr-3 pl-1.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:gap-2 md:px-7 md:pt-3.5 md:pb-4.5"
    >
      {searchText !== null && text === '' && (
        <ConversationStarters searchText={searchText} onUse={fillWith} />
      )}
      <div className="flex min-h-12 items-center">{actions({ insert })}</div>
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
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onKeyDown}
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
        <div className="col-span-full flex items-center gap-2.5 text-small text-muted">
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

/** Character counter near the limit, and an error above it. */
function Length({ id, length, isTooLong }: { id: string; length: number; isTooLong: boolean }) {
  return (
    <div className={length > 0 ? 'col-span-full flex flex-wrap justify-between gap-x-4 px-0.5' : 'sr-only'}>
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
          {`${groupThousands(String(length))} de ${groupThousands(String(MAX_MESSAGE_LENGTH))} caracteres`}
        </p>
      )}
    </div>
  )
}
