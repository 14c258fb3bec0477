import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import type { RoleState } from '../capabilities/accounts/ui/role-state.ts'
import type { loader as rootLoader } from '../root.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useNavState } from '../ui/nav-state.ts'
import { Wrap } from '../ui/page.tsx'
import { Roof } from '../ui/roof.tsx'

const RoleDialog = lazy(() =>
  import('../capabilities/accounts/ui/role-dialog.tsx').then((module) => ({
    default: module.HomeRoleDialog,
  })),
)

export default function Home() {
  const user = useRouteLoaderData<typeof rootLoader>('root')?.user
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  useDialogOnArrival(ask)
  return (
    <Wrap className="grid items-center gap-10 py-14 md:min-h-[70vh] md:grid-cols-[1.1fr_.9fr]">
      <div className="grid justify-items-start gap-6">
        <h1 className="text-display max-md:text-[2.3125rem]/10.5">
          Encuentra al abogado que necesitas, sin complicaciones
        </h1>
        <p className="max-w-[34em] text-lead text-muted">
          Publica tu caso en 1 minuto, recibe sugerencias con IA y conversa en privado con abogados
          verificados.
        </p>
        {user ? (
          <ButtonLink to="/dashboard" variant="primary" size="lg">
            Ir a mi Panel
          </ButtonLink>
        ) : (
          <Button variant="primary" size="lg" onClick={ask}>
            Comenzar Ahora
          </Button>
        )}
      </div>
      <Roof className="h-40 max-md:hidden" />
      {wanted && (
        <Suspense>
          <RoleDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Wrap>
  )
}

/** HOM-16: coming from «Regístrate aquí» the dialog opens by itself, once; a reload does not open it again. */
function useDialogOnArrival(open: () => void) {
  const state = useNavState<RoleState>()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!state?.openRoleDialog) return
    open()
    void navigate({ pathname, search, hash }, { replace: true, state: null })
  })
}
