/**
 * A place in the order of all events, `epoch.xid.id`: everything up to it has been heard. It is the SSE id, what a
 * browser resumes from, and what a page says about the age of its data.
 */
export interface Position {
  /** Which database, between two restores. */
  epoch: string
  /** Transaction, decimal. */
  xid: string
  /** Event within all, decimal. */
  id: string
}

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,19})\.(0|[1-9]\d{0,18})$/
const MOST_XID = 2n ** 64n - 1n
const MOST_ID = 2n ** 63n - 1n

/** @returns null for what is no position of ours */
export function parsePosition(text: string): Position | null {
  const [, epoch, xid, id] = FORM.exec(text) ?? []
  if (!epoch || !xid || !id || BigInt(xid) > MOST_XID || BigInt(id) > MOST_ID) return null
  return { epoch, xid, id }
}

export const formatPosition = ({ epoch, xid, id }: Position) => `${epoch}.${xid}.${id}`

const compareNumbers = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Negative when `a` comes before `b` in the same epoch. */
export const comparePlaces = (a: Omit<Position, 'epoch'>, b: Omit<Position, 'epoch'>) =>
  compareNumbers(a.xid, b.xid) || compareNumbers(a.id, b.id)

/** Whether `a` is later than `b`; also when that cannot be told, because they are of different epochs. */
export function isLater(a: string, b: string): boolean {
  const [one, other] = [parsePosition(a), parsePosition(b)]
  return !one || !other || one.epoch !== other.epoch || comparePlaces(one, other) > 0
}

let here: string | null = null

/** Told by this process's hub whenever it has read on. */
export function setHere(position: string | null): void {
  here = position
}

/**
 * How far this process has heard, or null. Whatever is read from the database from now on contains all of it: a page
 * that takes it before its queries can resume from there without a gap.
 */
export const positionHere = () => here
