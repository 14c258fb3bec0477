import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from '../platform/routing/router-context.ts'
import type { SessionUser } from '../platform/session/session.ts'

interface RootData {
  user: SessionUser | null
  isSuspended: boolean
  position: string | null
  settings: PublicSettings
}

/** What components read of the root route's data; undefined when it could not be loaded. */
export const useRootData = () => useRouteLoaderData('root') as RootData | undefined

/** Whether the team suspended the account (DAT-70): the server refuses what it may not do. */
export const useIsSuspended = () => useRootData()?.isSuspended ?? false
