import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ResetForm } from '../capabilities/accounts/ui/reset-form.tsx'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => privateMeta('Restablecer contraseña')

/** Only reads the URL: the token is used when the form is submitted. */
export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') }
}

export default function ResetPassword({ loaderData: { token } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [invalid, setInvalid] = useState(!token)
  if (invalid || !token) return <Invalid />
  return (
    <QueryProvider>
      <AccessLayout
        title="Elige una contraseña nueva"
        below={
          <p>
            ¿El enlace ya no sirve?{' '}
            <Link to="/recuperar-contrasena" className="font-semibold">
              Pide otro
            </Link>
          </p>
        }
      >
        <ResetForm
          token={token}
          onSuccess={() => void navigate('/login', { replace: true })}
          onInvalid={() => setInvalid(true)}
        />
      </AccessLayout>
    </QueryProvider>
  )
}

function Invalid() {
  return (
    <PageContainer className="grid min-h-[60vh] place-items-center py-10">
      <div role="alert">
        <EmptyState
          level="h1"
          icon={<CircleX className="text-danger-ink" />}
          title="El enlace no es válido o ha expirado."
          text="Los enlaces vencen en 1 hora y sirven una sola vez. Puedes pedir otro."
          action={
            <ButtonLink to="/recuperar-contrasena" variant="primary">
              Pedir otro enlace
            </ButtonLink>
          }
        />
      </div>
    </PageContainer>
  )
}
