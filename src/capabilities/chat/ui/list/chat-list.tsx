import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare, Search, SearchX } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Role } from '../../../../platform/session/session.ts'
import { Loaded, LoadFailed } from '../../../../site/loaded.tsx'
import { useToday } from '../../../../site/use-today.ts'
import { Button, ButtonLink } from '../../../../ui/actions/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { frameClass, inputClass } from '../../../../ui/fields/text-field.tsx'
import { nextIndex } from '../../../../ui/lists/list-keys.ts'
import { LoadMore } from '../../../../ui/lists/load-more.tsx'
import { chatListOptions } from '../../queries.ts'
import { type Chat, MESSAGES } from '../../schema.ts'
import { TEXTS } from '../texts.ts'
import { useDebounced } from '../use-debounced.ts'
import { listedChats } from './chat-list-data.ts'
import { ChatRow } from './chat-row.tsx'

const SEARCH_DEBOUNCE_MS = 200

export interface ChatListProps {
  role: Role
  /** A lawyer who is not verified yet, and whom no client can contact. */
  unverified: boolean
  openId: string | null
  /** Whether a conversation is open and its tab is in the foreground. */
  isSeen: boolean
}

/** CHA-01 to CHA-05, OPEN-41: the user's chats, newest first, searchable by the partner's name. */
export function ChatList({ role, unverified, openId, isSeen }: ChatListProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS)
  const list = useInfiniteQuery({
    ...chatListOptions(search),
    placeholderData: keepPreviousData,
    enabled: role !== 'admin',
  })
  const chats = useMemo(() => listedChats(list.data), [list.data])
  return (
    <>
      <div className="px-5 pt-5 pb-3.5">
        <h1 className="mb-3 text-h3">Chat</h1>
        <SearchField value={typed} onChange={setTyped} />
      </div>
      <div className="min-h-0 overflow-y-auto border-t border-line" aria-busy={list.isFetching}>
        {role === 'admin' ? (
          // OPEN-03: administrators have no chats.
          <EmptyState level="h2" icon={<MessagesSquare />} title={MESSAGES.partiesOnly} />
        ) : (
          <Loaded
            query={list}
            failed={TEXTS.listFailed}
            label="Cargando tus chats…"
            level="h2"
            className="p-5"
          >
            {() => (
              <>
                {chats.length > 0 && <ChatRows chats={chats} openId={openId} isSeen={isSeen} />}
                <LoadMore query={list} failed={TEXTS.listFailed} />
                {list.isRefetchError && !list.isFetching && (
                  <LoadFailed error={list.error} retry={list.refetch} title={TEXTS.listFailed} />
                )}
                {chats.length === 0 && !list.isPlaceholderData && (
                  <ChatListEmpty
                    search={search}
                    clear={() => setTyped('')}
                    next={unverified ? 'unverified' : role === 'lawyer' ? 'lawyer' : 'client'}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
        <p role="status" className="sr-only">
          {search && list.isSuccess && !list.isPlaceholderData
            ? chats.length === 1
              ? '1 chat encontrado'
              : `${chats.length} chats encontrados`
            : ''}
        </p>
      </div>
    </>
  )
}

function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId()
  return (
    <div className={`${frameClass} min-h-11`}>
      <label htmlFor={id} className="sr-only">
        Buscar chats por nombre
      </label>
      <Search aria-hidden="true" className="ml-3 size-4.5 text-muted" />
      <input
        id={id}
        type="search"
        value={value}
        maxLength={120}
        autoComplete="off"
        placeholder="Buscar por nombre..."
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} px-2.5 py-2`}
      />
    </div>
  )
}

function ChatRows({ chats, openId, isSeen }: { chats: Chat[]; openId: string | null; isSeen: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const isListed = (id: string | null) => id !== null && chats.some((chat) => chat.id === id)
  const tabStopId = isListed(focusedId) ? focusedId : isListed(openId) ? openId : chats[0]?.id

  // Back from a conversation on a phone: focus the row of that chat.
  const previousOpenId = useRef(openId)
  useEffect(() => {
    if (openId === null && previousOpenId.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-chat="${previousOpenId.current}"]`)?.focus()
    previousOpenId.current = openId
  }, [openId])

  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-chat]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = at === -1 ? undefined : nextIndex(event.key, at, links.length, true)
    if (to === undefined) return
    event.preventDefault()
    links[to]?.focus()
  }
  const today = useToday()
  return (
    <ul
      ref={list}
      aria-label="Chats"
      onKeyDown={move}
      onFocus={(event) =>
        setFocusedId(event.target.closest<HTMLElement>('[data-chat]')?.dataset.chat ?? null)
      }
    >
      {chats.map((chat) => (
        <ChatRow
          key={chat.id}
          chat={chat}
          isOpen={chat.id === openId}
          isSeen={isSeen && chat.id === openId}
          isTabStop={chat.id === tabStopId}
          replace={openId !== null}
          today={today}
        />
      ))}
    </ul>
  )
}

function ChatListEmpty({
  search,
  clear,
  next,
}: {
  search: string
  clear(): void
  next: keyof typeof EMPTY_HINTS
}) {
  if (search)
    return (
      <EmptyState
        level="h2"
        icon={<SearchX />}
        title="No hay chats con ese nombre."
        action={<Button onClick={clear}>Borrar búsqueda</Button>}
      />
    )
  const { text, to, label } = EMPTY_HINTS[next]
  return (
    <EmptyState
      level="h2"
      icon={<MessagesSquare />}
      title={TEXTS.none}
      text={text}
      action={
        <ButtonLink to={to} variant="primary">
          {label}
        </ButtonLink>
      }
    />
  )
}

const EMPTY_HINTS = {
  client: {
    text: 'Cuando contactes a un abogado, la conversación aparecerá aquí.',
    to: '/buscar-ia',
    label: 'Buscar con IA',
  },
  lawyer: {
    text: 'Cuando un cliente te contacte, o tú respondas a un caso, la conversación aparecerá aquí.',
    to: '/casos-recientes',
    label: 'Ver Casos Recientes',
  },
  unverified: {
    text: 'Podrás conversar con clientes cuando tu perfil esté verificado.',
    to: '/dashboard',
    label: 'Ver estado de mi perfil',
  },
} as const
