import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'
import type { Session, SessionUser } from '../session/session.ts'
import { lacksFactorContext, sessionContext } from './router-context.ts'

const SECURITY_PATH = '/seguridad'

/**
 * Returns the session, for loaders.
 * @param url the loader's own `url`: the request's may be that of a data request
 * @param redirectOf the path to redirect this user to; null if the user may stay
 * @throws a redirect to that path, for an administrator who needs a second step first to /seguridad (DAT-51), or without a session to /login, which leads back here (ROU-25)
 */
export function requireSession(
  context: Readonly<RouterContextProvider>,
  url: URL,
  redirectOf: (user: SessionUser) => string | null = () => null,
): Session {
  const session = context.get(sessionContext)
  if (!session) {
    const volver = url.pathname + url.search
    throw redirect(`/login?${new URLSearchParams({ volver })}`)
  }
  if (context.get(lacksFactorContext) && url.pathname !== SECURITY_PATH) throw redirect(SECURITY_PATH)
  const path = redirectOf(session.user)
  if (path !== null) throw redirect(path)
  return session
}
