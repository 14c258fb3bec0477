import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { confirmEmail, login, logout, register } from './commands.server.ts'
import { accountsContract } from './contract.ts'

const { open, authed } = rpcFor(accountsContract)

export const accountsApi = open.router({
  register: open.register.handler(async ({ context, input }) => answer(await register(context, input))),
  login: open.login.handler(async ({ context, input }) => answer(await login(context, input))),
  logout: authed.logout.handler(async ({ context }) => answer(await logout(context))),
  confirmEmail: open.confirmEmail.handler(async ({ context, input }) =>
    answer(await confirmEmail(context, input)),
  ),
  session: open.session.handler(({ context }) => ({
    user: context.session?.user ?? null,
    profileError: context.session?.profileError ?? null,
  })),
})
