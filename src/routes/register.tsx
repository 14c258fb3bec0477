import { useEffect } from 'react'
import { Link, redirect, useNavigate, useRouteLoaderData, useSearchParams } from 'react-router'
import { afterRegistration, ownPath } from '../capabilities/accounts/rules.ts'
import { PASSWORD_MIN } from '../capabilities/accounts/schema.ts'
import { RegisterForm } from '../capabilities/accounts/ui/register-form.tsx'
import { RoleNotice } from '../capabilities/accounts/ui/role-notice.tsx'
import { type RoleState, roleIn } from '../capabilities/accounts/ui/role-state.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { sessionContext } from '../platform/rpc/router-context.ts'
import { sessionChanged } from '../platform/rpc/session-change.ts'
import type { loader as rootLoader } from '../root.tsx'
import { AccessLayout } from '../ui/access-layout.tsx'
import { useNavState } from '../ui/nav-state.ts'
import { privateMeta } from '../ui/page-meta.ts'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/register'

/** Nobody can begin here: the role is chosen on the home page. */
export const meta: Route.MetaFunction = () => privateMeta('Crear cuenta')

/** OPEN-08: whoever is signed in has nothing to do here. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)) throw redirect('/dashboard')
  return null
}

export default function Register() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  const state = useNavState<RoleState>()
  const role = roleIn(state)
  useRoleRequired(state !== undefined && role === null)
  return (
    <QueryProvider>
      <AccessLayout
        title="Crear cuenta"
        above={role && <RoleNotice role={role} />}
        below={
          <p>
            ¿Ya tienes cuenta?{' '}
            <Link to="/login" state={role ? { role } : null} className="font-semibold">
              Inicia sesión
            </Link>
          </p>
        }
      >
        <RegisterForm
          role={role}
          passwordMin={settings?.passwordMinLength ?? PASSWORD_MIN}
          onSuccess={(user) => {
            sessionChanged()
            void navigate(ownPath(search.get('volver')) ?? afterRegistration(user.role), { replace: true })
          }}
        />
      </AccessLayout>
    </QueryProvider>
  )
}

/** ROU-38: nobody registers without having chosen a role. */
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
