import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { denySignIn } from './access/alarm.server.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './access/email-change.server.ts'
import { claimEmailChange, denyEmailChange } from './access/email-dispute.server.ts'
import {
  cancelFactorLoss,
  cancelFactorLossByLink,
  requestFactorLoss,
  startFactorLoss,
} from './access/factor-loss.server.ts'
import {
  addPasskey,
  confirmWithPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from './access/passkeys.server.ts'
import {
  confirmIdentity,
  confirmTotp,
  endSession,
  newRecoveryCodes,
  overview,
  removeTotp,
  startTotp,
} from './commands.server.ts'
import { securityContract, signInContract } from './contract.ts'
import { extendPendingStep, finishSignIn, login, pendingStep } from './sign-in.server.ts'

const { open, authed } = implementContract(securityContract)
const signIn = implementContract(signInContract).open

export const signInApi = signIn.router({ login: signIn.login.handler(answerOf(login)) })

export const securityApi = open.router({
  overview: authed.overview.handler(answerOf(overview)),
  pendingStep: open.pendingStep.handler(answerOf(pendingStep)),
  extendPendingStep: open.extendPendingStep.handler(answerOf(extendPendingStep)),
  finishSignIn: open.finishSignIn.handler(answerOf(finishSignIn)),
  confirmIdentity: authed.confirmIdentity.handler(answerOf(confirmIdentity)),
  startTotp: authed.startTotp.handler(answerOf(startTotp)),
  confirmTotp: authed.confirmTotp.handler(answerOf(confirmTotp)),
  removeTotp: authed.removeTotp.handler(answerOf(removeTotp)),
  newRecoveryCodes: authed.newRecoveryCodes.handler(answerOf(newRecoveryCodes)),
  startPasskey: authed.startPasskey.handler(answerOf(startPasskey)),
  addPasskey: authed.addPasskey.handler(answerOf(addPasskey)),
  removePasskey: authed.removePasskey.handler(answerOf(removePasskey)),
  startPasskeySignIn: open.startPasskeySignIn.handler(answerOf(startPasskeySignIn)),
  signInWithPasskey: open.signInWithPasskey.handler(answerOf(signInWithPasskey)),
  startPasskeyProof: authed.startPasskeyProof.handler(answerOf(startPasskeyProof)),
  confirmWithPasskey: authed.confirmWithPasskey.handler(answerOf(confirmWithPasskey)),
  requestFactorLoss: open.requestFactorLoss.handler(answerOf(requestFactorLoss)),
  startFactorLoss: open.startFactorLoss.handler(answerOf(startFactorLoss)),
  cancelFactorLoss: authed.cancelFactorLoss.handler(answerOf(cancelFactorLoss)),
  cancelFactorLossByLink: open.cancelFactorLossByLink.handler(answerOf(cancelFactorLossByLink)),
  denySignIn: open.denySignIn.handler(answerOf(denySignIn)),
  requestEmailChange: authed.requestEmailChange.handler(answerOf(requestEmailChange)),
  cancelEmailChange: authed.cancelEmailChange.handler(answerOf(cancelEmailChange)),
  confirmEmailChange: open.confirmEmailChange.handler(answerOf(confirmEmailChange)),
  denyEmailChange: open.denyEmailChange.handler(answerOf(denyEmailChange)),
  claimEmailChange: open.claimEmailChange.handler(answerOf(claimEmailChange)),
  endSession: authed.endSession.handler(answerOf(endSession)),
})
