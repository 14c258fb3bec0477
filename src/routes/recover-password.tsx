import { Link } from 'react-router'
import { RecoveryForm } from '../capabilities/accounts/ui/recovery-form.tsx'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/recover-password'

export const meta: Route.MetaFunction = () => privateMeta('Recuperar contraseña')

export default function RecoverPassword() {
  return (
    <QueryProvider>
      <AccessLayout
        title="Recuperar contraseña"
        above={
          <p className="text-ui text-muted">
            Escribe el correo de tu cuenta y te enviaremos un enlace para elegir una nueva.
          </p>
        }
        below={
          <p>
            ¿La recordaste?{' '}
            <Link to="/login" className="font-semibold">
              Inicia sesión
            </Link>
          </p>
        }
      >
        <RecoveryForm />
      </AccessLayout>
    </QueryProvider>
  )
}
