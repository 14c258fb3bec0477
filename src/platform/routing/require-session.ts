import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'
import type { Session } from '../session/session.ts'
import { sessionContext } from './router-context.ts'

/**
 * Returns the session, for loaders.
 * @param url the loader's own `url`: the request's may be that of a data request
 * @throws a redirect to /login that leads back here, without a session (ROU-25)
 */
export function requireSession(context: Readonly<RouterContextProvider>, url: URL): Session {
  const session = context.get(sessionContext)
  if (session) return session
  const { pathname, search } = url
  throw redirect(`/login?${new URLSearchParams({ volver: pathname + search })}`)
}
