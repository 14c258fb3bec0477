import { useEffect, useState } from 'react'

/** What is after «#» in the address, also after it changes. Null on the server and during hydration. */
export function useHash(): string | null {
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return hash
}
