import { SIGN_UP_ROLES, type SignUpRole } from '../schema.ts'

/** What navigation carries between the role dialogs and the access screens (OPEN-68: never in the address). */
export interface RoleState {
  role: SignUpRole
  openRoleDialog: boolean
  /** The page to return to once signed in, from /login's ?volver=. */
  volver: string | null
  /** The name of the lawyer to whom a visitor wants to write. */
  contact: string | null
}

/** The role that the navigation carried, or null for anything else that may stand there. */
export const roleIn = (state: Partial<RoleState> | null | undefined): SignUpRole | null =>
  SIGN_UP_ROLES.find((role) => role === state?.role) ?? null
