import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Role of the person on a verification page, from the server. */
export type Viewer = 'visitor' | 'admin' | 'other'

export interface DashboardNavState {
  lawyerId: string
}

/** How long an e-mailed token is kept while the administrator signs in. */
const TOKEN_TTL_MS = 10 * 60_000
const storageKey = (lawyerId: string) => `amparo-review:${lawyerId}`

/**
 * Keeps a visitor's e-mailed token while they sign in: in this tab only, for ten minutes, to be read once.
 * The token never appears in the URL of /login.
 */
function saveToken(lawyerId: string, token: string): void {
  try {
    sessionStorage.setItem(storageKey(lawyerId), JSON.stringify({ token, until: Date.now() + TOKEN_TTL_MS }))
  } catch {
    // Without storage the page shows «Verificar» after the sign-in.
  }
}

function takeSavedToken(lawyerId: string): string | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(storageKey(lawyerId)) ?? 'null') as {
      token?: unknown
      until?: unknown
    } | null
    sessionStorage.removeItem(storageKey(lawyerId))
    const { token, until } = saved ?? {}
    return typeof token === 'string' && typeof until === 'number' && until > Date.now() ? token : null
  } catch {
    return null
  }
}

/** Resolves when the page is shown: a prerendered page must not verify anything. */
const whenShown = (): Promise<void> =>
  new Promise((resolve) => {
    const page = document as Document & { prerendering?: boolean }
    if (page.prerendering) page.addEventListener('prerenderingchange', () => resolve(), { once: true })
    else resolve()
  })

/**
 * Takes the e-mailed token from the URL and passes it to `onToken` once (OPEN-05); null without a token.
 * Removes the token from URL and history, so that a reload, a copied URL or «back» does not verify. A
 * visitor's token is kept until after the sign-in; the token of any other user is dropped.
 * @param lawyerId null: the URL names no lawyer
 * @param onToken called for administrators only, when the page is shown
 */
export function useReviewToken(
  lawyerId: string | null,
  viewer: Viewer,
  onToken: (token: string | null) => void,
): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The effect runs twice in development, and again after the navigation that removes the token.
  const handledFor = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per lawyer and viewer
  useEffect(() => {
    const current = `${lawyerId} ${viewer}`
    if (lawyerId === null || handledFor.current === current) return
    handledFor.current = current
    const query = new URLSearchParams(search)
    const saved = takeSavedToken(lawyerId)
    const token = query.get('token') || saved
    if (viewer === 'visitor' && token !== null) saveToken(lawyerId, token)
    if (query.has('token')) {
      query.delete('token')
      void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
    }
    if (viewer === 'admin') void whenShown().then(() => onToken(token))
  }, [lawyerId, viewer])
}
