/** Coalesces calls: `run` is called once, `delayMs` after the first `add`. */
export function gather(run: () => void, delayMs: () => number): { add(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add() {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, delayMs())
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
