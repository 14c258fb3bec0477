/** A request that may enter, be refused, or have gone. */
export interface Waiter {
  enter(): void
  refuse(): void
  isGone(): boolean
}

export interface Patience {
  /** Milliseconds after which one has waited in vain. */
  held: number
  /** Milliseconds up to which the oldest is first. */
  fair: number
  /** How many of those are refused in a millisecond, the oldest first; the rest waits on. */
  told: number
  /** How many may wait; for one more the oldest is refused at once. */
  kept: number
}

export interface WaitingLine {
  join(one: Waiter): void
  readonly length: number
}

/** Milliseconds between two looks at whether there is room again; a late event loop looks once a turn. */
const LOOK = 1

/**
 * A line in which the oldest is first while it moves, and the newest once somebody has waited longer: then more come than
 * can enter, and those who enter have waited next to nothing, the rest no longer than it would have waited anyway. With
 * the oldest first everybody would wait as long as can be. Refusals are spread, since whoever is refused asks again: a
 * crowd would have the processor for being refused.
 * @param room whether one more may enter, after so many since the last look
 */
export function waitingLine(room: (entered: number) => boolean, most: Patience): WaitingLine {
  let line: { one: Waiter; since: number }[] = []
  /** Before this place nobody waits any more. */
  let first = 0
  let entered = 0
  let isLooking = false
  let looked = 0
  /** @returns whether somebody was still there to hear it */
  const refuseOldest = () => {
    const { one } = line[first++] ?? {}
    if (!one || one.isGone()) return false
    one.refuse()
    return true
  }
  const look = () => {
    const now = performance.now()
    const tellable = (now - looked) * most.told
    looked = now
    const waited = () => now - (line[first]?.since ?? now)
    entered = 0
    while (line.length > first && room(entered)) {
      const { one } = (waited() > most.fair ? line.pop() : line[first++]) ?? {}
      if (!one || one.isGone()) continue
      entered++
      one.enter()
    }
    for (let told = 0; told < tellable && waited() > most.held; ) if (refuseOldest()) told++
    // They are let go of; seldom, since the rest is copied.
    if (first > line.length / 2) {
      line = line.slice(first)
      first = 0
    }
    isLooking = line.length > 0 || entered > 0
    if (isLooking) setTimeout(look, LOOK)
  }
  const keepLooking = () => {
    if (isLooking) return
    isLooking = true
    looked = performance.now()
    setTimeout(look, LOOK)
  }
  return {
    join(one) {
      if (line.length === first && room(entered)) {
        entered++
        one.enter()
      } else {
        if (line.length - first >= most.kept) refuseOldest()
        line.push({ one, since: performance.now() })
      }
      keepLooking()
    },
    get length() {
      return line.length - first
    },
  }
}
