import { EmailChangeForm } from '../capabilities/security/ui/email-change-form.tsx'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/email-change'

export const meta: Route.MetaFunction = () => privateMeta('¿Cambiaste tu correo?')

/** DAT-55: the links of the e-mails about a change of address. */
export default function EmailChange() {
  return (
    <QueryProvider>
      <AccessLayout title="¿Cambiaste tu correo?">
        <EmailChangeForm onChanged={announceSessionChange} />
      </AccessLayout>
    </QueryProvider>
  )
}
