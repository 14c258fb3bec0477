/**
 * A position in the order of all events, `epoch.xid.id`. It is the SSE id, the point a browser resumes from,
 * and the age of a page's data.
 */
export interface Position {
  /** Identifies the database; a restore begins a new epoch. */
  epoch: string
  /** Transaction id, decimal. */
  xid: string
  /** Event id, decimal. */
  id: string
}

const POSITION_PATTERN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,19})\.(0|[1-9]\d{0,18})$/
const MAX_XID = 2n ** 64n - 1n
const MAX_ID = 2n ** 63n - 1n

/** @returns null when the text is not a valid position */
export function parsePosition(text: string): Position | null {
  const [, epoch, xid, id] = POSITION_PATTERN.exec(text) ?? []
  if (!epoch || !xid || !id || BigInt(xid) > MAX_XID || BigInt(id) > MAX_ID) return null
  return { epoch, xid, id }
}

export const formatPosition = ({ epoch, xid, id }: Position) => `${epoch}.${xid}.${id}`

const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Negative when `a` comes before `b` in the same epoch. */
export const compareCursors = (a: Omit<Position, 'epoch'>, b: Omit<Position, 'epoch'>) =>
  compareNumbers(a.xid, b.xid) || compareNumbers(a.id, b.id)

/** Whether `a` is later than `b`; true also when unknown: different epochs, or an invalid position. */
export function isLater(a: string, b: string): boolean {
  const [one, other] = [parsePosition(a), parsePosition(b)]
  return !one || !other || one.epoch !== other.epoch || compareCursors(one, other) > 0
}

let current: string | null = null

/** Called by this process's hub each time it has read further. */
export function setProcessPosition(position: string | null): void {
  current = position
}

/**
 * Position up to which this process has read events, or null. Later queries see all of them, so a page that
 * takes the position before its queries can resume from there without a gap.
 */
export const processPosition = () => current
