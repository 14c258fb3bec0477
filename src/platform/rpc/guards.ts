import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'
import type { Session } from '../session.ts'
import { sessionContext } from './router-context.ts'

/**
 * The session, or the way to /login and back (ROU-25). For loaders.
 * @param url the loader's own `url`: the request's may be that of a page's data
 */
export function requireSession(context: Readonly<RouterContextProvider>, url: URL): Session {
  const session = context.get(sessionContext)
  if (session) return session
  const { pathname, search } = url
  throw redirect(`/login?${new URLSearchParams({ volver: pathname + search })}`)
}
