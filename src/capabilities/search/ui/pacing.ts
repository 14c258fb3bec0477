/** AIS-06, LIM-12: percent and milliseconds. */
export const PACE = { step: 10, every: 200, hold: 90, rest: 500 } as const

/**
 * The pacing of the AI search over real work: 10 percent every 200 ms up to 90, where it waits for the work; then 100, and
 * 0.5 s after that what was found (AIS-06, OPEN-52). It stops where it is when the work fails or the person leaves.
 * @param show each percentage as it is reached
 * @returns what the work gave, when it is time to show it
 * @throws what the work threw, at once; the signal's reason when it is aborted
 */
export function paced<Found>(
  work: Promise<Found>,
  show: (percent: number) => void,
  signal: AbortSignal,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    let percent = 0
    let found: { value: Found } | undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    const tick = setInterval(() => {
      if (percent < PACE.hold) {
        percent += PACE.step
        return show(percent)
      }
      if (!found) return
      const { value } = found
      clearInterval(tick)
      show(100)
      rest = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve(value)
      }, PACE.rest)
    }, PACE.every)
    const stop = () => {
      clearInterval(tick)
      clearTimeout(rest)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    show(0)
    work.then(
      (value) => {
        found = { value }
      },
      (error: unknown) => {
        clearInterval(tick)
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    )
  })
}
