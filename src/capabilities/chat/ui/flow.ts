import type { Message } from '../schema.ts'
import { dayLabel, dayNumberOf } from './chat-times.ts'
import type { Outgoing } from './outbox.ts'

export type Side = Message['side']

/** A message as the conversation shows it. */
export interface Shown
  extends Pick<Message, 'id' | 'side' | 'type' | 'content' | 'proposal_id' | 'created_at'> {
  /** Absent while it is on its way (CHA-13). */
  seq?: number
}

/** Stored ones, then those on their way: a message that the house already has is not shown a second time. */
export function shownOf(stored: readonly Message[], outbox: readonly Outgoing[], side: Side): Shown[] {
  const sending = outbox.filter(({ state }) => state === 'sending')
  if (sending.length === 0) return [...stored]
  // What is on its way can only be among the newest.
  const known = new Set(stored.slice(-200).map(({ id }) => id))
  const waiting = sending
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, content, at }): Shown => ({
        id,
        side,
        type: 'text',
        content,
        proposal_id: null,
        created_at: at,
      }),
    )
  return [...stored, ...waiting]
}

export type FlowItem =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string }
  | {
      kind: 'message'
      key: string
      message: Shown
      /** Whether it is the first or the last of those that one side wrote without a pause. */
      opens: boolean
      closes: boolean
    }

/** Milliseconds between two messages that still belong together. */
const PAUSE = 5 * 60_000

const belongs = (one: Shown | undefined, other: Shown | undefined) =>
  one?.type === 'text' &&
  other?.type === 'text' &&
  one.side === other.side &&
  Math.abs(Date.parse(other.created_at) - Date.parse(one.created_at)) < PAUSE &&
  dayNumberOf(one.created_at) === dayNumberOf(other.created_at)

/** Whether it raises the counter of the one who looks (OPEN-40). */
export const isNewsFor = (side: Side, { side: from, type }: Pick<Message, 'side' | 'type'>) =>
  from !== side && type !== 'system'

/**
 * What stands in a conversation, from top to bottom.
 * @param today `useDay`
 * @param unreadAfter the divider stands before the first news after this seq; null: nowhere
 */
export function flowOf(
  messages: readonly Shown[],
  { side, unreadAfter, today }: { side: Side; unreadAfter: number | null; today: number },
): FlowItem[] {
  const items: FlowItem[] = []
  const firstNews =
    unreadAfter === null
      ? undefined
      : messages.find((message) => (message.seq ?? 0) > unreadAfter && isNewsFor(side, message))
  let day: number | undefined
  for (const [at, message] of messages.entries()) {
    const own = dayNumberOf(message.created_at)
    if (own !== day)
      items.push({ kind: 'day', key: `day-${own}`, label: dayLabel(message.created_at, today) })
    day = own
    if (message === firstNews) items.push({ kind: 'unread', key: 'unread' })
    const next = messages[at + 1]
    items.push({
      kind: 'message',
      key: message.id,
      message,
      opens: message === firstNews || !belongs(messages[at - 1], message),
      closes: next === firstNews || !belongs(message, next),
    })
  }
  return items
}
