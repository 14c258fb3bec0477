import { useEffect, useState } from 'react'

/** What is after «#» in the address: the secret of a mailed link. Null on the server and during hydration. */
export function useHash(): string | null {
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1))
    read()
    // A second mailed link in a tab that shows the page already changes this part of the address only.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return hash
}

/** The secrets of a mailed link by name. */
export const useMailedLink = () => new URLSearchParams(useHash() ?? '')
