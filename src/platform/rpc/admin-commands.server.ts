import type { Result } from '../errors/refusal.ts'
import { ADMINS_ONLY, type Admin, requireAdmin } from '../session/admin.ts'
import { requireProof } from '../session/proof.ts'
import type { SignedInContext } from './context.server.ts'

type AdminCommand<Input, Output> = (
  context: SignedInContext,
  admin: Admin,
  input: Input,
) => Promise<Result<Output>>

/** Guard of commands for administrators only. @param message that everybody else gets (403) */
export const guardAdmins =
  (message: string) =>
  <Input, Output>(command: AdminCommand<Input, Output>) =>
  async (context: SignedInContext, input: Input): Promise<Result<Output>> => {
    const admin = requireAdmin(context.session, message)
    return admin.ok ? command(context, admin.value, input) : admin
  }

/** A command for administrators only: refuses everybody else (403). */
export const asAdmin = guardAdmins(ADMINS_ONLY)

/** As `asAdmin`, and only with a fresh proof of who they are (403, REAUTH; DAT-52). */
export const asProvenAdmin = <Input, Output>(command: AdminCommand<Input, Output>) =>
  asAdmin<Input, Output>(
    async (context, admin, input) => requireProof(context) ?? command(context, admin, input),
  )
