import { useRouteLoaderData } from 'react-router'
import type { SessionUser } from '../../../platform/session/session.ts'
import { abbreviatedName } from '../../accounts/rules.ts'

/** A sentence with the name under which the user's reviews are published (OPEN-56). */
export function useSignatureText(): string {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  return `Se publica como «${abbreviatedName(user?.name ?? '')}».`
}
