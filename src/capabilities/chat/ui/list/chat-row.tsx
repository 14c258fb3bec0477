import { memo } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../../ui/display/avatar.tsx'
import { CountBadge } from '../../../../ui/display/badge.tsx'
import { classNames } from '../../../../ui/theme/class-names.ts'
import type { Chat } from '../../schema.ts'
import { listTime } from '../chat-times.ts'
import { TEXTS, unreadLabel } from '../texts.ts'

/** Navigation state of a link to a chat (CHA-06). */
export interface ChatNavState {
  chatId: string
  /** Whether the list is the previous history entry, so that «back» can return to it. */
  fromList?: boolean
}

export interface ChatRowProps {
  chat: Chat
  isOpen?: boolean
  /** Its conversation is on screen, so nothing in it is unread (CHA-17). */
  isSeen?: boolean
  /** Roving tabindex: this row is the tab stop; the others are reached with the arrow keys. */
  isTabStop?: boolean
  /** Whether to replace the history entry: true when a conversation is open, so that back skips it. */
  replace?: boolean
  /** The current day number in Chile. */
  today: number
}

/** CHA-02, OPEN-41: the partner, the last message, its time and the unread count. */
export const ChatRow = memo(function ChatRow({
  chat,
  isOpen = false,
  isSeen = false,
  isTabStop = true,
  replace = false,
  today,
}: ChatRowProps) {
  const { partner, last_message, updated_at, unread } = chat
  const waiting = isSeen ? 0 : unread
  const state: ChatNavState = { chatId: chat.id, fromList: true }
  return (
    <li className="[contain-intrinsic-block-size:auto_4.625rem] [content-visibility:auto]">
      <Link
        to="/chat"
        state={state}
        replace={replace}
        defaultShouldRevalidate={false}
        data-chat={chat.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b border-line px-5 py-3.5 text-ink no-underline focus-visible:-outline-offset-2',
          isOpen
            ? 'bg-surface before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-primary'
            : 'hover:bg-surface',
        )}
      >
        <Avatar name={partner.name} src={partner.avatar_url} size={44} className="row-span-2" />
        <b className="truncate text-ui/5 tracking-normal">{partner.name}</b>
        <time dateTime={updated_at} className="text-micro text-muted">
          {listTime(updated_at, today)}
        </time>
        <span className="col-span-2 flex min-w-0 items-center gap-3">
          <span
            className={classNames('flex-1 truncate text-small', waiting > 0 ? 'font-medium' : 'text-muted')}
          >
            {last_message ?? TEXTS.noMessages}
          </span>
          {waiting > 0 && <CountBadge value={waiting} label={unreadLabel(waiting)} calm />}
        </span>
      </Link>
    </li>
  )
})
