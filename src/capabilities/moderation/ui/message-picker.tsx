import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { chatQueries } from '../../chat/queries.ts'
import type { MessagesPage } from '../../chat/schema.ts'
import { fullTime } from '../../chat/ui/chat-times.ts'

type Message = MessagesPage['messages'][number]

export interface MessagePickerProps {
  chatId: string
  /** The reader's side: only messages of the other party can be chosen. */
  side: Message['side']
  chosen: readonly Message[]
  onChange(chosen: Message[]): void
  /** Numbers of messages that the team can read already. */
  given?: readonly number[]
  hint: string
  error?: string | undefined
}

const pagesOf = (chatId: string) =>
  chatQueries().messages.infiniteOptions({
    input: (before: number | undefined) => ({ chatId, before }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages, more }: MessagesPage) => (more ? messages[0]?.seq : undefined),
    // The conversation keeps its own pages; these are read when the dialog opens.
    gcTime: 0,
  })

/** DAT-66: chooses messages of a conversation for a report. */
export function MessagePicker(props: MessagePickerProps) {
  const { chatId, side, chosen, onChange, given = [], hint, error } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(pagesOf(chatId))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const messages = [...(data?.pages ?? [])]
    .reverse()
    .flatMap((page) => page.messages)
    .filter(
      ({ side: by, type, seq }) =>
        by !== side && (type === 'text' || type === 'file') && !given.includes(seq),
    )
  const isLoaded = data !== undefined
  // The newest messages are at the bottom.
  useEffect(() => {
    if (isLoaded) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [isLoaded])
  const toggle = (message: Message) =>
    onChange(
      chosen.some(({ seq }) => seq === message.seq)
        ? chosen.filter(({ seq }) => seq !== message.seq)
        : [...chosen, message],
    )
  return (
    <fieldset
      aria-describedby={classNames(`${id}-hint`, error && `${id}-error`)}
      aria-invalid={error ? true : undefined}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <legend className="mb-1.5 text-ui font-semibold">Elige los mensajes</legend>
      <p id={`${id}-hint`} className="text-small text-muted">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Loaded query={query} failed="No pudimos cargar los mensajes." label="Cargando los mensajes…">
        {() =>
          messages.length === 0 && !hasNextPage ? (
            <p className="py-2 text-ui text-muted">No hay mensajes que puedas elegir.</p>
          ) : (
            <ul ref={list} className="-mx-1 grid max-h-72 gap-2 overflow-y-auto px-1 py-0.5">
              {hasNextPage && (
                <li>
                  <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    Ver mensajes anteriores
                  </Button>
                </li>
              )}
              {messages.map((message) => (
                <li
                  key={message.seq}
                  className="rounded-m border border-line-strong bg-surface px-3.5 py-1 has-checked:border-primary has-checked:bg-primary-soft"
                >
                  <Checkbox
                    label={
                      <span className="block text-ui wrap-anywhere whitespace-pre-line">
                        {message.content}
                      </span>
                    }
                    hint={<time dateTime={message.created_at}>{fullTime(message.created_at)}</time>}
                    checked={chosen.some(({ seq }) => seq === message.seq)}
                    onChange={() => toggle(message)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </fieldset>
  )
}
