import { Link } from 'react-router'
import { FactorLossForm } from '../capabilities/security/ui/factor-loss-form.tsx'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/recover-access'

export const meta: Route.MetaFunction = () => privateMeta('Perdí mi segundo paso')

/** DAT-50: password, mailed link and 72 hours take a lost second step away. */
export default function RecoverAccess() {
  return (
    <QueryProvider>
      <AccessLayout
        title="Perdí mi segundo paso"
        above={
          <p className="text-ui text-muted">
            Con tu contraseña y un enlace en tu correo empieza una espera de 72 horas, con avisos. Después
            quitamos el segundo paso. Nadie en Amparo puede acortarla.
          </p>
        }
        below={
          <p>
            ¿Tienes un código de recuperación?{' '}
            <Link to="/login" className="font-semibold">
              Inicia sesión
            </Link>
          </p>
        }
      >
        <FactorLossForm />
      </AccessLayout>
    </QueryProvider>
  )
}
