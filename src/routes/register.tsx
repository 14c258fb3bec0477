import { useEffect } from 'react'
import { Link, redirect, useNavigate } from 'react-router'
import { pathAfterRegistration } from '../capabilities/accounts/rules.ts'
import { RegisterForm } from '../capabilities/accounts/ui/register-form.tsx'
import { clientSignUpReason } from '../capabilities/accounts/ui/register-prompt.tsx'
import { RoleNotice } from '../capabilities/accounts/ui/role-notice.tsx'
import { type RoleState, roleFromState } from '../capabilities/accounts/ui/role-state.ts'
import { loginPath, useReturnPath } from '../capabilities/accounts/ui/use-return-path.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { useLocationState } from '../ui/boot/use-location-state.ts'
import { toast } from '../ui/feedback/toast.ts'
import type { Route } from './+types/register'

/** Not indexed, because registration begins with the choice of a role on the home page. */
export const meta: Route.MetaFunction = () => privateMeta('Crear cuenta')

/** OPEN-08: signed-in users go to /dashboard. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)) throw redirect('/dashboard')
  return null
}

export default function Register() {
  const navigate = useNavigate()
  const volver = useReturnPath()
  const state = useLocationState<RoleState>()
  const role = roleFromState(state)
  useRoleRequired(state !== undefined && role === null)
  return (
    <QueryProvider>
      <AccessLayout
        title="Crear cuenta"
        above={role && <RoleNotice role={role} volver={volver} />}
        below={
          <p>
            ¿Ya tienes cuenta?{' '}
            <Link
              to={loginPath(volver)}
              state={role ? { role, lawyerName: state?.lawyerName ?? null } : null}
              className="font-semibold"
            >
              Inicia sesión
            </Link>
          </p>
        }
      >
        <RegisterForm
          role={role}
          nextStepText={
            role === 'client' ? clientSignUpReason(volver, state?.lawyerName)?.nextStepText : undefined
          }
          onSuccess={(user) => {
            announceSessionChange()
            // A lawyer has to create their profile first, wherever they came from.
            const next = user.role === 'client' ? volver : null
            void navigate(next ?? pathAfterRegistration(user.role), { replace: true })
          }}
        />
      </AccessLayout>
    </QueryProvider>
  )
}

/** ROU-38: without a chosen role, redirects to the home page with an error. */
function useRoleRequired(missing: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!missing) return
    toast({
      kind: 'error',
      title: 'Selección de Rol Requerida',
      text: 'Elige si quieres registrarte como Abogado o Cliente.',
    })
    void navigate('/', { replace: true })
  }, [missing, navigate])
}
