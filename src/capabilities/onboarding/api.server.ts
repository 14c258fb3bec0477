import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { codeState, getForm, notifyAdmin, sendCode, submit, verifyCode } from './commands.server.ts'
import { onboardingContract } from './contract.ts'

const { authed } = implementContract(onboardingContract)

export const onboardingApi = {
  codeState: authed.codeState.handler(answerOf(codeState)),
  sendCode: authed.sendCode.handler(answerOf(sendCode)),
  verifyCode: authed.verifyCode.handler(answerOf(verifyCode)),
  form: authed.form.handler(answerOf(getForm)),
  submit: authed.submit.handler(answerOf(submit)),
  notifyAdmin: authed.notifyAdmin.handler(answerOf(notifyAdmin)),
}
