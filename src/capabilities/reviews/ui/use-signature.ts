import { useRouteLoaderData } from 'react-router'
import type { SessionUser } from '../../../platform/session.ts'
import { shownName } from '../../accounts/rules.ts'

/** How a review of whoever is signed in is signed (OPEN-56), in a sentence. */
export function useSignature(): string {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  return `Se publica como «${shownName(user?.name ?? '')}».`
}
