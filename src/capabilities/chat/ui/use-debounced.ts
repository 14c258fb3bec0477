import { useEffect, useState } from 'react'

/** The value after it has not changed for `delayMs`; an empty value applies without delay. */
export function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
