/** A request that may enter, be refused, or have gone. */
export interface Waiter {
  enter(): void
  refuse(): void
  isGone(): boolean
}

/** Milliseconds that one waits at most, those up to which the oldest is first, and how many may wait. */
export interface Patience {
  held: number
  fair: number
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
 * the oldest first everybody would wait as long as can be.
 * @param room whether one more may enter, after so many since the last look
 */
export function waitingLine(room: (entered: number) => boolean, most: Patience): WaitingLine {
  let line: { one: Waiter; since: number }[] = []
  /** Before this place nobody waits any more. */
  let first = 0
  let entered = 0
  let isLooking = false
  const look = () => {
    const now = performance.now()
    const waited = () => now - (line[first]?.since ?? now)
    entered = 0
    while (line.length > first && room(entered)) {
      const { one } = (waited() > most.fair ? line.pop() : line[first++]) ?? {}
      if (!one || one.isGone()) continue
      entered++
      one.enter()
    }
    for (; waited() > most.held; first++) {
      const { one } = line[first] ?? {}
      if (one && !one.isGone()) one.refuse()
    }
    // They are let go of; seldom, since the rest is copied.
    if (first > line.length / 2) {
      line = line.slice(first)
      first = 0
    }
    isLooking = line.length > 0 || entered > 0
    if (isLooking) setTimeout(look, LOOK)
  }
  return {
    join(one) {
      if (line.length === first && room(entered)) {
        entered++
        one.enter()
      } else if (line.length - first < most.kept) line.push({ one, since: performance.now() })
      else return one.refuse()
      if (!isLooking) setTimeout(look, LOOK)
      isLooking = true
    },
    get length() {
      return line.length - first
    },
  }
}
