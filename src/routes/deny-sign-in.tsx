import { AlarmForm } from '../capabilities/security/ui/alarm-form.tsx'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/deny-sign-in'

export const meta: Route.MetaFunction = () => privateMeta('¿No fuiste tú?')

/** DAT-54: the link in the e-mails about a sign-in, a second step and a password. */
export default function DenySignIn() {
  return (
    <QueryProvider>
      <AlarmForm onDenied={announceSessionChange} />
    </QueryProvider>
  )
}
