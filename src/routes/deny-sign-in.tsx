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
            Si no fuiste tú, cerramos todas las sesiones de tu cuenta y te pedimos una contraseña nueva. Las
            llaves que se agregaron desde el primer aviso de los últimos 7 días no abrirán tu cuenta sin ella.
            Una llave o un código que no agregaste tú se quita después con «Perdí mi segundo paso», en 72
            horas.
          </p>
        }
      >
        <AlarmForm onDenied={announceSessionChange} />
      </AccessLayout>
    </QueryProvider>
  )
}
