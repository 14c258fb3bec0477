import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import {
  changePassword,
  closeOtherSessions,
  confirmEmail,
  login,
  logout,
  register,
  requestRecovery,
  resendConfirmation,
  resetPassword,
  updateName,
} from './commands.server.ts'
import { accountsContract } from './contract.ts'

const { open, authed } = implementContract(accountsContract)

export const accountsApi = open.router({
  register: open.register.handler(async ({ context, input }) => unwrapResult(await register(context, input))),
  login: open.login.handler(async ({ context, input }) => unwrapResult(await login(context, input))),
  logout: authed.logout.handler(async ({ context }) => unwrapResult(await logout(context))),
  confirmEmail: open.confirmEmail.handler(async ({ context, input }) =>
    unwrapResult(await confirmEmail(context, input)),
  ),
  resendConfirmation: authed.resendConfirmation.handler(async ({ context }) =>
    unwrapResult(await resendConfirmation(context)),
  ),
  requestRecovery: open.requestRecovery.handler(async ({ context, input }) =>
    unwrapResult(await requestRecovery(context, input)),
  ),
  resetPassword: open.resetPassword.handler(async ({ context, input }) =>
    unwrapResult(await resetPassword(context, input)),
  ),
  changePassword: authed.changePassword.handler(async ({ context, input }) =>
    unwrapResult(await changePassword(context, input)),
  ),
  closeOtherSessions: authed.closeOtherSessions.handler(async ({ context }) =>
    unwrapResult(await closeOtherSessions(context)),
  ),
  updateName: authed.updateName.handler(async ({ context, input }) =>
    unwrapResult(await updateName(context, input)),
  ),
  session: open.session.handler(({ context }) => ({
    user: context.session?.user ?? null,
    profileError: context.session?.profileError ?? null,
  })),
})
