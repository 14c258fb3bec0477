import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
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

const { open, authed } = rpcFor(accountsContract)

export const accountsApi = open.router({
  register: open.register.handler(async ({ context, input }) => answer(await register(context, input))),
  login: open.login.handler(async ({ context, input }) => answer(await login(context, input))),
  logout: authed.logout.handler(async ({ context }) => answer(await logout(context))),
  confirmEmail: open.confirmEmail.handler(async ({ context, input }) =>
    answer(await confirmEmail(context, input)),
  ),
  resendConfirmation: authed.resendConfirmation.handler(async ({ context }) =>
    answer(await resendConfirmation(context)),
  ),
  requestRecovery: open.requestRecovery.handler(async ({ context, input }) =>
    answer(await requestRecovery(context, input)),
  ),
  resetPassword: open.resetPassword.handler(async ({ context, input }) =>
    answer(await resetPassword(context, input)),
  ),
  changePassword: authed.changePassword.handler(async ({ context, input }) =>
    answer(await changePassword(context, input)),
  ),
  closeOtherSessions: authed.closeOtherSessions.handler(async ({ context }) =>
    answer(await closeOtherSessions(context)),
  ),
  updateName: authed.updateName.handler(async ({ context, input }) =>
    answer(await updateName(context, input)),
  ),
  session: open.session.handler(({ context }) => ({
    user: context.session?.user ?? null,
    profileError: context.session?.profileError ?? null,
  })),
})
