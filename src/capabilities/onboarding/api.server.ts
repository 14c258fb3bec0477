import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { codeState, getForm, notifyAdmin, sendCode, submit, verifyCode } from './commands.server.ts'
import { onboardingContract } from './contract.ts'

const { authed } = implementContract(onboardingContract)

export const onboardingApi = {
  codeState: authed.codeState.handler(async ({ context }) => unwrapResult(await codeState(context))),
  sendCode: authed.sendCode.handler(async ({ context }) => unwrapResult(await sendCode(context))),
  verifyCode: authed.verifyCode.handler(async ({ context, input }) =>
    unwrapResult(await verifyCode(context, input)),
  ),
  form: authed.form.handler(async ({ context }) => unwrapResult(await getForm(context))),
  submit: authed.submit.handler(async ({ context, input }) => unwrapResult(await submit(context, input))),
  notifyAdmin: authed.notifyAdmin.handler(async ({ context }) => unwrapResult(await notifyAdmin(context))),
}
