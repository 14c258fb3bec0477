import { dayNumber } from '../../../../chile/dates.ts'
import type { Message } from '../../schema.ts'
import { dayLabel } from '../chat-times.ts'
import type { OutgoingMessage } from '../composer/outbox.ts'

export type Side = Message['side']

export interface ShownMessage
  extends Pick<Message, 'id' | 'side' | 'type' | 'content' | 'proposal_id' | 'created_at'> {
  /** Absent while it is being sent (CHA-13). */
  seq?: number
}

/** Stored messages, then those being sent. A message that is already stored is not shown twice. */
export function shownMessages(
  stored: readonly Message[],
  outbox: readonly OutgoingMessage[],
  side: Side,
): ShownMessage[] {
  const sending = outbox.filter(({ state }) => state === 'sending')
  if (sending.length === 0) return [...stored]
  // A message that was just sent can only be among the newest.
  const storedIds = new Set(stored.slice(-200).map(({ id }) => id))
  const pending = sending
    .filter(({ id }) => !storedIds.has(id))
    .map(
      ({ id, content, at }): ShownMessage => ({
        id,
        side,
        type: 'text',
        content,
        proposal_id: null,
        created_at: at,
      }),
    )
  return [...stored, ...pending]
}

export type TimelineItem =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string }
  | {
      kind: 'message'
      key: string
      message: ShownMessage
      /** Whether it is the first or the last message of a group: text of one side without a long pause. */
      startsGroup: boolean
      endsGroup: boolean
    }

/** Messages of one side within this time are one group. */
const GROUP_GAP_MS = 5 * 60_000

const isSameGroup = (one: ShownMessage | undefined, other: ShownMessage | undefined) =>
  one?.type === 'text' &&
  other?.type === 'text' &&
  one.side === other.side &&
  Math.abs(Date.parse(other.created_at) - Date.parse(one.created_at)) < GROUP_GAP_MS

/** Whether a message counts as unread for the reader's side (OPEN-40). */
export const isUnreadFor = (side: Side, { side: from, type }: Pick<Message, 'side' | 'type'>) =>
  from !== side && type !== 'system'

/**
 * The items of a conversation from top to bottom: day headings, the unread divider and messages. The divider
 * comes before the first unread message after `unreadAfter`.
 */
export function toTimeline(
  messages: readonly ShownMessage[],
  { side, unreadAfter, today }: { side: Side; unreadAfter: number | null; today: number },
): TimelineItem[] {
  const items: TimelineItem[] = []
  const firstUnread =
    unreadAfter === null
      ? undefined
      : messages.find((message) => (message.seq ?? 0) > unreadAfter && isUnreadFor(side, message))
  const days = messages.map(({ created_at }) => dayNumber(created_at))
  const isCut = (at: number) =>
    days[at] !== days[at - 1] || messages[at] === firstUnread || !isSameGroup(messages[at - 1], messages[at])
  for (const [at, message] of messages.entries()) {
    if (days[at] !== days[at - 1])
      items.push({ kind: 'day', key: `day-${days[at]}`, label: dayLabel(message.created_at, today) })
    if (message === firstUnread) items.push({ kind: 'unread', key: 'unread' })
    items.push({
      kind: 'message',
      key: message.id,
      message,
      startsGroup: isCut(at),
      endsGroup: isCut(at + 1),
    })
  }
  return items
}
