import { AlarmForm } from '../capabilities/security/ui/alarm-form.tsx'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/deny-sign-in'

export const meta: Route.MetaFunction = () => privateMeta('¿No fuiste tú?')

/** DAT-54: the link in the e-mail about a sign-in. */
export default function DenySignIn() {
  return (
    <QueryProvider>
      <AccessLayout
        title="¿No fuiste tú?"
        above={
          <p className="text-ui text-muted">
            Si no entraste tú, cerramos todas las sesiones de tu cuenta y te pedimos una contraseña nueva. Las
            llaves agregadas desde entonces no abrirán tu cuenta sin ella. Si no agregaste tú una llave o un
            código, quítalos después con «Perdí mi segundo paso».
          </p>
        }
      >
        <AlarmForm onDenied={announceSessionChange} />
      </AccessLayout>
    </QueryProvider>
  )
}
