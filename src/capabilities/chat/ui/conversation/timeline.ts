import type { Message } from '../../schema.ts'
import { dayLabel, dayNumberOf } from '../chat-times.ts'
import type { OutgoingMessage } from '../composer/outbox.ts'

export type Side = Message['side']

/** A message as the conversation shows it. */
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
  Math.abs(Date.parse(other.created_at) - Date.parse(one.created_at)) < GROUP_GAP_MS &&
  dayNumberOf(one.created_at) === dayNumberOf(other.created_at)

/** Whether a message counts as unread for the reader's side (OPEN-40). */
export const isUnreadFor = (side: Side, { side: from, type }: Pick<Message, 'side' | 'type'>) =>
  from !== side && type !== 'system'

/**
 * The items of a conversation from top to bottom: day headings, the unread divider and messages.
 * @param today the current day number in Chile
 * @param unreadAfter the divider comes before the first unread message after this seq; null: no divider
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
  let day: number | undefined
  for (const [at, message] of messages.entries()) {
    const messageDay = dayNumberOf(message.created_at)
    if (messageDay !== day)
      items.push({ kind: 'day', key: `day-${messageDay}`, label: dayLabel(message.created_at, today) })
    day = messageDay
    if (message === firstUnread) items.push({ kind: 'unread', key: 'unread' })
    const next = messages[at + 1]
    items.push({
      kind: 'message',
      key: message.id,
      message,
      startsGroup: message === firstUnread || !isSameGroup(messages[at - 1], message),
      endsGroup: next === firstUnread || !isSameGroup(message, next),
    })
  }
  return items
}
