import { Link, redirect, useNavigate } from 'react-router'
import { ROLE_NAMES } from '../capabilities/accounts/rules.ts'
import { clientSignUpReason, RegisterPrompt } from '../capabilities/accounts/ui/register-prompt.tsx'
import { type RoleState, roleFromState } from '../capabilities/accounts/ui/role-state.ts'
import { secondStepPath, useReturnPath } from '../capabilities/accounts/ui/use-return-path.ts'
import { LoginForm } from '../capabilities/security/ui/login-form.tsx'
import { sessionContext } from '../platform/routing/router-context.ts'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { useLocationState } from '../ui/boot/use-location-state.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Iniciar Sesión',
    path: '/login',
    description: 'Entra a tu cuenta de Amparo para seguir tus conversaciones, propuestas y causas.',
  })

/** OPEN-08: signed-in users go to /dashboard. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)) throw redirect('/dashboard')
  return null
}

export default function Login() {
  const navigate = useNavigate()
  const volver = useReturnPath()
  const state = useLocationState<RoleState>()
  const role = roleFromState(state)
  const aim = clientSignUpReason(volver, state?.lawyerName)
  const enter = () => {
    announceSessionChange()
    void navigate(volver ?? '/dashboard', { replace: true })
  }
  return (
    <QueryProvider>
      <AccessLayout
        title={aim?.title ?? 'Iniciar Sesión'}
        above={
          aim ? (
            <RegisterPrompt text={aim.text} state={{ volver, lawyerName: state?.lawyerName ?? null }} />
          ) : (
            role && <p className="text-ui text-muted">Entras como {ROLE_NAMES[role]}.</p>
          )
        }
        below={
          <p>
            {aim ? '¿Eres abogado?' : '¿No tienes cuenta?'}{' '}
            <Link
              to="/"
              state={{ openRoleDialog: true, volver } satisfies Partial<RoleState>}
              className="font-semibold"
            >
              Regístrate aquí
            </Link>
          </p>
        }
      >
        <LoginForm
          secondary={aim !== null}
          onSignedIn={enter}
          onSecondStep={() => void navigate(secondStepPath(volver))}
        />
      </AccessLayout>
    </QueryProvider>
  )
}
