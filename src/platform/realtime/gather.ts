/** Many events that come together are one: what is gathered is done once, a short pause after the first of them. */
export function gather(run: () => void, pause: () => number): { add(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add() {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, pause())
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
