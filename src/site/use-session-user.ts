import { useRouteLoaderData } from 'react-router'
import type { SessionUser } from '../platform/session/session.ts'

/** The signed-in user, from the data of the root route; null for visitors. */
export const useSessionUser = (): SessionUser | null =>
  (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user ?? null
