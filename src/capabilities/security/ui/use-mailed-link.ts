import { useEffect, useState } from 'react'

/** What is after «#» in the address, by name: the secret of a mailed link. Empty on the server and during hydration. */
export function useMailedLink(): URLSearchParams {
  const [link, setLink] = useState(new URLSearchParams())
  useEffect(() => setLink(new URLSearchParams(location.hash.slice(1))), [])
  return link
}
