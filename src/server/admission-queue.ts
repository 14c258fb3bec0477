/** A queued request. */
export interface QueuedRequest {
  enter(): void
  refuse(): void
  /** Whether the client has disconnected. */
  isGone(): boolean
}

export interface QueueLimits {
  /** Milliseconds after which a request may be refused. */
  maxWaitMs: number
  /** While the oldest request has waited at most this many milliseconds, the order is first in, first out. */
  fifoWaitMs: number
  /** Refusals per millisecond, oldest first; the other overdue requests keep waiting. */
  refusalsPerMs: number
  /** Maximum length; one more request makes the queue refuse the oldest at once. */
  maxLength: number
}

export interface AdmissionQueue {
  /** Admits the request at once if there is room and nobody waits. */
  join(request: QueuedRequest): void
  readonly length: number
}

/** Interval of the checks for room. A slow event loop checks once per turn. */
const CHECK_INTERVAL_MS = 1

/**
 * Admission queue for overload (docs/decisions/0021). First in, first out, until the oldest request has
 * waited longer than `fifoWaitMs`; then last in, first out: those admitted have hardly waited, and the others would
 * time out anyway, while in order of arrival everybody would wait the maximum. Refusals are rate-limited,
 * because refused clients retry and answering them all at once would take the whole CPU.
 * @param hasRoom whether one more request may enter, after that many since the last check
 */
export function createAdmissionQueue(
  hasRoom: (admitted: number) => boolean,
  limits: QueueLimits,
): AdmissionQueue {
  let queue: { request: QueuedRequest; since: number }[] = []
  /** Index of the oldest entry; those before it have left. */
  let head = 0
  let admitted = 0
  let isScheduled = false
  let lastCheck = 0
  /** @returns false when that request had disconnected */
  const refuseOldest = () => {
    const { request } = queue[head++] ?? {}
    if (!request || request.isGone()) return false
    request.refuse()
    return true
  }
  const check = () => {
    const now = performance.now()
    const maxRefusals = (now - lastCheck) * limits.refusalsPerMs
    lastCheck = now
    const oldestWait = () => now - (queue[head]?.since ?? now)
    admitted = 0
    while (queue.length > head && hasRoom(admitted)) {
      const { request } = (oldestWait() > limits.fifoWaitMs ? queue.pop() : queue[head++]) ?? {}
      if (!request || request.isGone()) continue
      admitted++
      request.enter()
    }
    for (let refusals = 0; refusals < maxRefusals && oldestWait() > limits.maxWaitMs; )
      if (refuseOldest()) refusals++
    // Drop the entries that have left; not on every check, because that copies the rest.
    if (head > queue.length / 2) {
      queue = queue.slice(head)
      head = 0
    }
    isScheduled = queue.length > 0 || admitted > 0
    if (isScheduled) setTimeout(check, CHECK_INTERVAL_MS)
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    lastCheck = performance.now()
    setTimeout(check, CHECK_INTERVAL_MS)
  }
  return {
    join(request) {
      if (queue.length === head && hasRoom(admitted)) {
        admitted++
        request.enter()
      } else {
        if (queue.length - head >= limits.maxLength) refuseOldest()
        queue.push({ request, since: performance.now() })
      }
      schedule()
    },
    get length() {
      return queue.length - head
    },
  }
}
