import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  changePassword,
  closeOtherSessions,
  confirmEmail,
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
  register: open.register.handler(answerOf(register)),
  logout: authed.logout.handler(answerOf(logout)),
  confirmEmail: open.confirmEmail.handler(answerOf(confirmEmail)),
  resendConfirmation: authed.resendConfirmation.handler(answerOf(resendConfirmation)),
  requestRecovery: open.requestRecovery.handler(answerOf(requestRecovery)),
  resetPassword: open.resetPassword.handler(answerOf(resetPassword)),
  changePassword: authed.changePassword.handler(answerOf(changePassword)),
  closeOtherSessions: authed.closeOtherSessions.handler(answerOf(closeOtherSessions)),
  updateName: authed.updateName.handler(answerOf(updateName)),
  session: open.session.handler(({ context }) => ({
    user: context.session?.user ?? null,
    profileError: context.session?.profileError ?? null,
  })),
})
