import type { Bucket } from './buckets.ts'
import { FileRefused, TryLater } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** Pictures that may wait per bucket. One is decoded at a time, because each may need 160 MB. */
const MAX_QUEUED = 32
/** Retry-After while another picture of the same user waits. */
const RETRY_SECONDS = 5
/** Buckets by priority: ID cards, which every lawyer needs, never wait behind photos (A7). */
const PRIORITY = ['identidad', 'evidencia', 'certificados', 'avatars', 'copias'] as const satisfies Bucket[]

/** Owner and bucket of a picture. */
export interface PictureOwner {
  bucket: Bucket
  ownerId: string
}

interface QueuedPicture {
  ownerId: string
  begin(): void
}

const queues: Record<Bucket, QueuedPicture[]> = {
  identidad: [],
  evidencia: [],
  certificados: [],
  avatars: [],
  copias: [],
}
let busy = false

/**
 * Runs `work` alone in this process, after the pictures before it; each user may have one picture waiting.
 * @throws TryLater when the queue is full, FileRefused (429) when another picture of this user is waiting
 */
export async function withDecodeSlot<T>(
  { bucket, ownerId }: PictureOwner,
  work: () => Promise<T>,
): Promise<T> {
  if (busy) {
    if (PRIORITY.some((name) => queues[name].some((queued) => queued.ownerId === ownerId)))
      throw new FileRefused(429, FILE_TEXTS.oneAtATime, RETRY_SECONDS)
    if (queues[bucket].length >= MAX_QUEUED) throw new TryLater(FILE_TEXTS.busy)
    await new Promise<void>((begin) => queues[bucket].push({ ownerId, begin }))
  }
  busy = true
  try {
    return await work()
  } finally {
    const next = PRIORITY.find((name) => queues[name].length > 0)
    if (next) queues[next].shift()?.begin()
    else busy = false
  }
}
