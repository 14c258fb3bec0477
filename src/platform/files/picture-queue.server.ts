import type { Bucket } from './buckets.ts'
import { FileRefused, TryLater } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** Pictures that may wait in each line for the one that is being decoded; each may hold 160 MB while it is. */
const LINE_MAX = 32
/** Seconds until a person's next picture makes sense while one of theirs waits. */
const RETRY_SECONDS = 5
/** Whose turn is next: ID cards, which a lawyer cannot do without, never wait behind photos (A7). */
const ORDER = ['identidad', 'certificados', 'avatars'] as const satisfies readonly Bucket[]

/** Whose picture is looked at, and where it is to go. */
export interface Sender {
  bucket: Bucket
  ownerId: string
}

interface Waiting {
  ownerId: string
  begin(): void
}

const lines: Record<Bucket, Waiting[]> = { identidad: [], certificados: [], avatars: [] }
let busy = false

/**
 * One picture at a time in this process, and one of a person that waits.
 * @throws TryLater when the line is full, FileRefused (429) when a picture of this person waits already
 */
export async function inTurn<T>({ bucket, ownerId }: Sender, work: () => Promise<T>): Promise<T> {
  if (busy) {
    if (ORDER.some((name) => lines[name].some((one) => one.ownerId === ownerId)))
      throw new FileRefused(429, FILE_TEXTS.oneAtATime, RETRY_SECONDS)
    if (lines[bucket].length >= LINE_MAX) throw new TryLater(FILE_TEXTS.busy)
    await new Promise<void>((begin) => lines[bucket].push({ ownerId, begin }))
  }
  busy = true
  try {
    return await work()
  } finally {
    const next = ORDER.find((name) => lines[name].length > 0)
    if (next) lines[next].shift()?.begin()
    else busy = false
  }
}
