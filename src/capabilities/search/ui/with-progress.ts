/** AIS-06, LIM-12. */
export const PROGRESS = { stepPercent: 10, stepMs: 200, waitPercent: 90, doneDelayMs: 500 } as const

/**
 * Simulated progress of the AI search for real work: 10 percent every 200 ms up to 90, where it waits for the
 * work to finish, then 100, and the result 0.5 s later (AIS-06, OPEN-52). It stops when the work fails or the
 * signal aborts.
 * @param onProgress called with each percentage
 * @returns the result of the work, when it is time to show it
 * @throws the error of the work, at once; the signal's reason when it aborts
 */
export function withProgress<Result>(
  work: Promise<Result>,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let percent = 0
    let result: { value: Result } | undefined
    let delay: ReturnType<typeof setTimeout> | undefined
    const tick = setInterval(() => {
      if (percent < PROGRESS.waitPercent) {
        percent += PROGRESS.stepPercent
        return onProgress(percent)
      }
      if (!result) return
      const { value } = result
      clearInterval(tick)
      onProgress(100)
      delay = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve(value)
      }, PROGRESS.doneDelayMs)
    }, PROGRESS.stepMs)
    const stop = () => {
      clearInterval(tick)
      clearTimeout(delay)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    onProgress(0)
    work.then(
      (value) => {
        result = { value }
      },
      (error: unknown) => {
        clearInterval(tick)
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    )
  })
}
