import { Scale, User } from 'lucide-react'
import { Link } from 'react-router'
import { ROLE_NAMES } from '../rules.ts'
import type { SignUpRole } from '../schema.ts'
import type { RoleState } from './role-state.ts'

/** Shows the role of this registration, with a link to change it. */
export function RoleNotice({ role, volver }: { role: SignUpRole; volver: string | null }) {
  const Icon = role === 'lawyer' ? Scale : User
  return (
    <p className="flex min-h-12 items-center gap-3 rounded-m bg-sunken px-4 text-ui">
      <Icon aria-hidden="true" className="size-5 flex-none text-muted" strokeWidth={1.75} />
      <span className="flex-1">
        Te registras como <strong>{ROLE_NAMES[role]}</strong>
      </span>
      <Link
        to="/"
        state={{ openRoleDialog: true, volver } satisfies Partial<RoleState>}
        className="inline-flex min-h-11 items-center font-semibold no-underline hover:underline"
      >
        Cambiar
      </Link>
    </p>
  )
}
