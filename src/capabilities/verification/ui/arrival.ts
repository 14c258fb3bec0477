import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Who opens a page of verification, as the server knows them. */
export type Viewer = 'visitor' | 'admin' | 'other'

/** What a navigation to the dashboard carries. */
export interface DeskState {
  /** Whose profile is to be on the desk. */
  lawyerId: string
}

/** How long an e-mailed token waits for its administrator to sign in, milliseconds. */
const KEPT = 10 * 60_000
const shelf = (lawyerId: string) => `amparo-review:${lawyerId}`

/**
 * Keeps a visitor's e-mailed token while they sign in: in this tab alone, for ten minutes, for one reading. It never
 * goes through /login's address.
 */
function keep(lawyerId: string, token: string): void {
  try {
    sessionStorage.setItem(shelf(lawyerId), JSON.stringify({ token, until: Date.now() + KEPT }))
  } catch {
    // No storage: after signing in, the page shows «Verificar».
  }
}

function takeKept(lawyerId: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(shelf(lawyerId)) ?? 'null') as {
      token?: unknown
      until?: unknown
    } | null
    sessionStorage.removeItem(shelf(lawyerId))
    const { token, until } = kept ?? {}
    return typeof token === 'string' && typeof until === 'number' && until > Date.now() ? token : null
  } catch {
    return null
  }
}

/** A browser may run a page before anybody looks at it: nothing happens until then. */
const looked = (): Promise<void> =>
  new Promise((resolve) => {
    const page = document as Document & { prerendering?: boolean }
    if (page.prerendering) page.addEventListener('prerenderingchange', () => resolve(), { once: true })
    else resolve()
  })

/**
 * Says once how this page was reached (OPEN-05): with the token of the e-mail's address, which lets it act on load, or
 * without. Address and history do not keep it, so that a reload, a copied address or the way back comes without. A visitor's token is kept for after /login; somebody else's is dropped.
 * @param lawyerId null: the page has no lawyer to act on
 */
export function useArrival(
  lawyerId: string | null,
  viewer: Viewer,
  onArrive: (token: string | null) => void,
): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // Development mounts twice, and leaving the token out of the address is a navigation of its own.
  const arrived = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lawyer and viewer; the rest is as it was then
  useEffect(() => {
    const who = `${lawyerId} ${viewer}`
    if (lawyerId === null || arrived.current === who) return
    arrived.current = who
    const query = new URLSearchParams(search)
    const kept = takeKept(lawyerId)
    const token = query.get('token') || kept
    if (viewer === 'visitor' && token !== null) keep(lawyerId, token)
    if (query.has('token')) {
      query.delete('token')
      void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
    }
    if (viewer === 'admin') void looked().then(() => onArrive(token))
  }, [lawyerId, viewer])
}
