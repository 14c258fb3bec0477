import { Link } from 'react-router'
import { FactorLossForm } from '../capabilities/security/ui/factor-loss-form.tsx'
import { useMailedLink } from '../capabilities/security/ui/use-mailed-link.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { useDocumentTitle } from '../site/use-document-title.ts'
import type { Route } from './+types/recover-access'

export const meta: Route.MetaFunction = () => privateMeta('Perdí mi segundo paso')

/** DAT-50: password, mailed link and 72 hours take a lost second step away. */
export default function RecoverAccess() {
  const link = useMailedLink()
  const cancels = link.has('cancelar')
  const title = cancels ? '¿Cancelar la solicitud?' : 'Perdí mi segundo paso'
  useDocumentTitle(title)
  return (
    <QueryProvider>
      <AccessLayout
        title={title}
        above={
          <p className="text-ui text-muted">
            {cancels
              ? 'Alguien pidió quitar el segundo paso de tu cuenta. Si cancelas, tu cuenta lo sigue pidiendo.'
              : 'Con tu contraseña y un enlace en tu correo empieza una espera de 72 horas, con avisos. Después quitamos el segundo paso. Nadie en Amparo puede acortarla.'}
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
        <FactorLossForm link={link} />
      </AccessLayout>
    </QueryProvider>
  )
}
