import { Scale, User } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/actions/button.tsx'
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { SignUpRole } from '../schema.ts'
import type { RoleState } from './role-state.ts'
import { loginPath, useReturnPath } from './use-return-path.ts'

const TITLE = '¿Cómo quieres unirte?'
const icons = { client: User, lawyer: Scale }
const descriptions: Record<SignUpRole, string> = {
  client: 'Tengo un problema legal y busco un abogado.',
  lawyer: 'Ejerzo la profesión y quiero recibir clientes.',
}

interface RoleDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Link to /login for people who have an account. */
function LoginLink({ volver }: { volver: string | null }) {
  return (
    <p className="mt-5 text-center text-ui text-muted">
      ¿Ya tienes cuenta?{' '}
      <Link to={loginPath(volver)} className="font-semibold text-primary-ink">
        Inicia sesión
      </Link>
    </p>
  )
}

/** Goes to /register with the role and the page to return to. */
function useRegisterWith(onOpenChange: RoleDialogProps['onOpenChange']) {
  const navigate = useNavigate()
  const volver = useReturnPath()
  const registerWith = (role: SignUpRole) => {
    onOpenChange(false)
    void navigate('/register', { state: { role, volver } satisfies Partial<RoleState> })
  }
  return { registerWith, volver }
}

/** The navigation bar's dialog: choosing a role continues at once (NAV-03 to NAV-06, TRAP-07). */
export function NavigationRoleDialog({ open, onOpenChange }: RoleDialogProps) {
  const { registerWith, volver } = useRegisterWith(onOpenChange)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
      <div className="grid gap-3 md:grid-cols-2">
        {(['client', 'lawyer'] as const).map((role) => {
          const Icon = icons[role]
          return (
            <button
              key={role}
              type="button"
              onClick={() => registerWith(role)}
              className="grid content-start gap-y-0.5 rounded-l border border-line-strong bg-surface p-5 text-left hover:border-primary hover:bg-primary-soft max-md:grid-cols-[2.25rem_1fr] md:gap-y-1.5"
            >
              <Icon aria-hidden="true" className="size-6.5 text-primary-ink" strokeWidth={1.75} />
              <span className="font-serif text-h4">{role === 'client' ? 'Soy Cliente' : 'Soy Abogado'}</span>
              <span className="text-small text-muted max-md:col-start-2">{descriptions[role]}</span>
            </button>
          )
        })}
      </div>
      <LoginLink volver={volver} />
    </Dialog>
  )
}

/** The home page's dialog: choose a role, then press «Siguiente» (HOM-13 to HOM-15, TRAP-07). */
export function HomeRoleDialog({ open, onOpenChange }: RoleDialogProps) {
  const { registerWith, volver } = useRegisterWith(onOpenChange)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
      <HomeChoice onChosen={registerWith} />
      <LoginLink volver={volver} />
    </Dialog>
  )
}

/** A separate component, so that it unmounts with the dialog and the next opening starts without a choice. */
function HomeChoice({ onChosen }: { onChosen(role: SignUpRole): void }) {
  const [role, setRole] = useState<SignUpRole>()
  return (
    <>
      <ChoiceCards
        legend={TITLE}
        value={role}
        onChange={setRole}
        choices={[
          { value: 'client', title: 'Cliente', text: descriptions.client, icon: <User strokeWidth={1.75} /> },
          {
            value: 'lawyer',
            title: 'Abogado',
            text: descriptions.lawyer,
            icon: <Scale strokeWidth={1.75} />,
          },
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
