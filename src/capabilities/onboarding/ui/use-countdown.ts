import { useEffect, useState } from 'react'

/**
 * Counts down whole seconds to 0. Uses differences of the browser's clock only, so it is right even if the
 * clock is wrong or the tab was suspended.
 * @param seconds left now
 * @param restartKey a new value restarts the countdown, even if `seconds` is the same
 */
export function useCountdown(seconds: number, restartKey: number): number {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `restartKey` restarts the countdown
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const timer = setInterval(tick, 500)
    function tick() {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    tick()
    return () => clearInterval(timer)
  }, [seconds, restartKey])
  return left
}
