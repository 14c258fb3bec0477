import { useEffect, useState } from 'react'

/**
 * Counts whole seconds down to 0, by this browser's clock alone, so that neither a wrong one nor a tab that slept
 * matters.
 * @param seconds what is left now
 * @param said another value starts the count anew, also when `seconds` is the same
 */
export function useCountdown(seconds: number, said: number): number {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `said` is what starts it anew
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
  }, [seconds, said])
  return left
}
