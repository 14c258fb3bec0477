import { Scale, User } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/actions/button.tsx'
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlays/dialog.tsx'
import { ROLE_NAMES } from '../rules.ts'
import type { SignUpRole } from '../schema.ts'
import type { RoleState } from './role-state.ts'
import { loginPath, useReturnPath } from './use-return-path.ts'

const TITLE = '¿Cómo quieres unirte?'
const ROLES = ['client', 'lawyer'] as const
const icons = { client: User, lawyer: Scale }
const descriptions: Record<SignUpRole, string> = {
  client: 'Tengo un problema legal y busco un abogado.',
  lawyer: 'Ejerzo la profesión y quiero recibir clientes.',
}

type RoleDialogProps = Pick<DialogProps, 'open' | 'onOpenChange'>

type ChooseRole = (role: SignUpRole) => void

/**
 * The title, a choice of the role, and the link for people who have an account. Choosing goes to /register with
 * the role and the page to return to.
 */
function RoleDialog({
  open,
  onOpenChange,
  children,
}: RoleDialogProps & { children(choose: ChooseRole): ReactNode }) {
  const navigate = useNavigate()
  const volver = useReturnPath()
  const choose = (role: SignUpRole) => {
    onOpenChange(false)
    void navigate('/register', { state: { role, volver } satisfies Partial<RoleState> })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLE}>
      {children(choose)}
      <p className="mt-5 text-center text-ui text-muted">
        ¿Ya tienes cuenta?{' '}
        <Link to={loginPath(volver)} className="font-semibold text-primary-ink">
          Inicia sesión
        </Link>
      </p>
    </Dialog>
  )
}

/** The navigation bar's dialog: choosing a role continues at once (NAV-03 to NAV-06, TRAP-07). */
export const NavigationRoleDialog = (props: RoleDialogProps) => (
  <RoleDialog {...props}>
    {(choose) => (
      <div className="grid gap-3 md:grid-cols-2">
        {ROLES.map((role) => {
          const Icon = icons[role]
          return (
            <button
              key={role}
              type="button"
              onClick={() => choose(role)}
              className="grid content-start gap-y-0.5 rounded-l border border-line-strong bg-surface p-5 text-left hover:border-primary hover:bg-primary-soft max-md:grid-cols-[2.25rem_1fr] md:gap-y-1.5"
            >
              <Icon aria-hidden="true" className="size-6.5 text-primary-ink" strokeWidth={1.75} />
              <span className="font-serif text-h4">{role === 'client' ? 'Soy Cliente' : 'Soy Abogado'}</span>
              <span className="text-small text-muted max-md:col-start-2">{descriptions[role]}</span>
            </button>
          )
        })}
      </div>
    )}
  </RoleDialog>
)

/** The home page's dialog: choose a role, then press «Siguiente» (HOM-13 to HOM-15, TRAP-07). */
export const HomeRoleDialog = (props: RoleDialogProps) => (
  <RoleDialog {...props}>{(choose) => <HomeChoice onChosen={choose} />}</RoleDialog>
)

/** A separate component, so that it unmounts with the dialog and the next opening starts without a choice. */
function HomeChoice({ onChosen }: { onChosen: ChooseRole }) {
  const [role, setRole] = useState<SignUpRole>()
  return (
    <>
      <ChoiceCards
        legend={TITLE}
        value={role}
        onChange={setRole}
        choices={ROLES.map((value) => {
          const Icon = icons[value]
          return {
            value,
            title: ROLE_NAMES[value],
            text: descriptions[value],
            icon: <Icon strokeWidth={1.75} />,
          }
        })}
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
