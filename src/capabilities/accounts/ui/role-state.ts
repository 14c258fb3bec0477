import { SIGN_UP_ROLES, type SignUpRole } from '../schema.ts'

/** Navigation state shared by the role dialogs and the access pages (OPEN-68: never in the URL). */
export interface RoleState {
  role: SignUpRole
  openRoleDialog: boolean
  /** Page to return to after signing in, from ?volver= of /login. */
  volver: string | null
  /** Name of the lawyer whom a visitor wants to contact. */
  lawyerName: string | null
}

/** The role in the navigation state; null if absent or invalid. */
export const roleFromState = (state: Partial<RoleState> | null | undefined): SignUpRole | null =>
  SIGN_UP_ROLES.find((role) => role === state?.role) ?? null
