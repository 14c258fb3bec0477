import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { codeState, notifyAdmin, sendCode, startForm, submit, verifyCode } from './commands.server.ts'
import { onboardingContract } from './contract.ts'

const { authed } = rpcFor(onboardingContract)

export const onboardingApi = {
  codeState: authed.codeState.handler(async ({ context }) => answer(await codeState(context))),
  sendCode: authed.sendCode.handler(async ({ context }) => answer(await sendCode(context))),
  verifyCode: authed.verifyCode.handler(async ({ context, input }) =>
    answer(await verifyCode(context, input)),
  ),
  form: authed.form.handler(async ({ context }) => answer(await startForm(context))),
  submit: authed.submit.handler(async ({ context, input }) => answer(await submit(context, input))),
  notifyAdmin: authed.notifyAdmin.handler(async ({ context }) => answer(await notifyAdmin(context))),
}
