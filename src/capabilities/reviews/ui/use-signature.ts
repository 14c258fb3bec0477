import { useSessionUser } from '../../../site/use-session-user.ts'
import { abbreviatedName } from '../../accounts/rules.ts'

/** A sentence with the name under which the user's reviews are published (OPEN-56). */
export function useSignatureText(): string {
  const user = useSessionUser()
  return `Se publica como «${abbreviatedName(user?.name ?? '')}».`
}
