import { Scale, User } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { SignUpRole } from '../schema.ts'
import type { RoleState } from './role-state.ts'
import { loginPath, useVolver } from './use-volver.ts'

const TITLE = '¿Cómo quieres unirte?'
const icons = { client: User, lawyer: Scale }
const words: Record<SignUpRole, string> = {
  client: 'Tengo un problema legal y busco un abogado.',
  lawyer: 'Ejerzo la profesión y quiero recibir clientes.',
}

interface RoleDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** The way to /login, for whoever has an account. */
function Login({ volver }: { volver: string | null }) {
  return (
    <p className="mt-5 text-center text-ui text-muted">
      ¿Ya tienes cuenta?{' '}
      <Link to={loginPath(volver)} className="font-semibold text-primary-ink">
        Inicia sesión
      </Link>
    </p>
  )
}

/** On to /register with the role, and with the page to return to. */
function useGoOn(onOpenChange: RoleDialogProps['onOpenChange']) {
  const navigate = useNavigate()
  const volver = useVolver()
  const goOn = (role: SignUpRole) => {
    onOpenChange(false)
    void navigate('/register', { state: { role, volver } satisfies Partial<RoleState> })
  }
  return { goOn, volver }
}

/** The navigation bar's dialog: one press on a role goes straight on (NAV-03 to NAV-06, TRAP-07). */
export function NavigationRoleDialog({ open, onOpenChange }: RoleDialogProps) {
  const { goOn, volver } = useGoOn(onOpenChange)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
      <div className="grid gap-3 md:grid-cols-2">
        {(['client', 'lawyer'] as const).map((role) => {
          const Icon = icons[role]
          return (
            <button
              key={role}
              type="button"
              onClick={() => goOn(role)}
              className="grid content-start gap-y-0.5 rounded-l border border-line-strong bg-surface p-5 text-left hover:border-primary hover:bg-primary-soft max-md:grid-cols-[2.25rem_1fr] md:gap-y-1.5"
            >
              <Icon aria-hidden="true" className="size-6.5 text-primary-ink" strokeWidth={1.75} />
              <span className="font-serif text-h4">{role === 'client' ? 'Soy Cliente' : 'Soy Abogado'}</span>
              <span className="text-small text-muted max-md:col-start-2">{words[role]}</span>
            </button>
          )
        })}
      </div>
      <Login volver={volver} />
    </Dialog>
  )
}

/** The home page's dialog: choose, then «Siguiente» (HOM-13 to HOM-15, TRAP-07). */
export function HomeRoleDialog({ open, onOpenChange }: RoleDialogProps) {
  const { goOn, volver } = useGoOn(onOpenChange)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
      <HomeChoice onChosen={goOn} />
      <Login volver={volver} />
    </Dialog>
  )
}

/** Apart, because it goes with the dialog's closing: the next opening starts without a choice. */
function HomeChoice({ onChosen }: { onChosen(role: SignUpRole): void }) {
  const [role, setRole] = useState<SignUpRole>()
  return (
    <>
      <ChoiceCards
        legend={TITLE}
        value={role}
        onChange={setRole}
        choices={[
          { value: 'client', title: 'Cliente', text: words.client, icon: <User strokeWidth={1.75} /> },
          { value: 'lawyer', title: 'Abogado', text: words.lawyer, icon: <Scale strokeWidth={1.75} /> },
        ]}
      />
      <Button
        variant="primary"
        size="lg"
        block
        className="mt-5"
        disabled={role === undefined}
        onClick={() => role && onChosen(role)}
      >
        Siguiente
      </Button>
    </>
  )
}
