/** Coalesces calls: `run` is called once, `delayMs` after the first `schedule`. */
export function coalesce(run: () => void, delayMs: () => number): { schedule(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, delayMs())
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
