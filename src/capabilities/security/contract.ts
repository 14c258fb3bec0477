import * as z from 'zod'
import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { sessionUser } from '../../platform/rpc/session-user.ts'
import {
  addPasskeyInput,
  cancelledOutput,
  claimEmailInput,
  claimedOutput,
  codeInput,
  codesOutput,
  confirmedOutput,
  confirmIdentityInput,
  deniedOutput,
  emailChangeInput,
  emailConfirmedOutput,
  emailDisputedOutput,
  endedOutput,
  lossStartedOutput,
  overviewOutput,
  passkeyAnswerInput,
  passkeyInput,
  passkeyOptionsOutput,
  pendingStepOutput,
  removedOutput,
  sentOutput,
  sessionInput,
  signInInput,
  startPasskeySignInInput,
  startTotpOutput,
  timeLeftOutput,
  tokenInput,
} from './schema.ts'

const { get, post } = operationsOf('security')

/** DAT-48: `user` is null while the second step is missing. */
const loginOutput = z.object({ user: z.nullable(sessionUser), secondStep: z.boolean() })
const signedInOutput = z.object({ user: sessionUser })

/** Operations of the slice accounts by name, for open pages and other clients. */
export const signInContract = {
  login: operationsOf('accounts')
    .post('/accounts/login', 'Signs in with e-mail and password, as far as the second step where it is on')
    .input(signInInput)
    .output(loginOutput),
}
export type SignInContract = typeof signInContract

export const securityContract = {
  overview: get('/security/overview', 'My passkeys, my second step and my devices')
    .input(noInput)
    .output(overviewOutput),
  pendingStep: get(
    '/security/pending-step',
    'Whether a sign-in of this browser waits for its second step, and for which',
  )
    .input(noInput)
    .output(pendingStepOutput),
  extendPendingStep: post('/security/extend-pending-step', 'More time for the second step of a sign-in')
    .input(noInput)
    .output(timeLeftOutput),
  finishSignIn: post('/security/finish-sign-in', 'The second step of a sign-in, with a code')
    .input(codeInput)
    .output(signedInOutput),
  confirmIdentity: post('/security/confirm-identity', 'Proves who I am, for ten minutes of this session')
    .input(confirmIdentityInput)
    .output(confirmedOutput),
  startTotp: post('/security/start-totp', 'A new secret for my authenticator application')
    .input(noInput)
    .output(startTotpOutput),
  confirmTotp: post('/security/confirm-totp', 'Turns the code of the application on')
    .input(codeInput)
    .output(codesOutput),
  removeTotp: post('/security/remove-totp', 'Turns the code of the application off')
    .input(noInput)
    .output(removedOutput),
  newRecoveryCodes: post('/security/new-recovery-codes', 'Ten new recovery codes; the earlier ones end')
    .input(noInput)
    .output(codesOutput),
  startPasskey: post('/security/start-passkey', 'What a new passkey of mine must sign')
    .input(noInput)
    .output(passkeyOptionsOutput),
  addPasskey: post('/security/add-passkey', 'Adds a passkey; the first second step gives recovery codes')
    .input(addPasskeyInput)
    .output(codesOutput),
  removePasskey: post('/security/remove-passkey', 'Removes a passkey of mine')
    .input(passkeyInput)
    .output(removedOutput),
  startPasskeySignIn: post('/security/start-passkey-sign-in', 'What a passkey must sign to sign in')
    .input(startPasskeySignInInput)
    .output(passkeyOptionsOutput),
  signInWithPasskey: post('/security/sign-in-with-passkey', 'Signs in with a passkey, as both steps')
    .input(passkeyAnswerInput)
    .output(signedInOutput),
  startPasskeyProof: post('/security/start-passkey-proof', 'What a passkey of mine must sign as a proof')
    .input(noInput)
    .output(passkeyOptionsOutput),
  confirmWithPasskey: post(
    '/security/confirm-with-passkey',
    'Proves who I am with a passkey, for ten minutes of this session',
  )
    .input(passkeyAnswerInput)
    .output(confirmedOutput),
  requestFactorLoss: post(
    '/security/request-factor-loss',
    'E-mails the link that takes a lost second step away after 72 hours',
  )
    .input(signInInput)
    .output(sentOutput),
  startFactorLoss: post('/security/start-factor-loss', 'Begins the 72 hours, with that link')
    .input(tokenInput)
    .output(lossStartedOutput),
  cancelFactorLoss: post('/security/cancel-factor-loss', 'Keeps my second step')
    .input(noInput)
    .output(cancelledOutput),
  cancelFactorLossByLink: post(
    '/security/cancel-factor-loss-by-link',
    'Keeps my second step, with the link of an e-mail',
  )
    .input(tokenInput)
    .output(cancelledOutput),
  denySignIn: post(
    '/security/deny-sign-in',
    'Ends all my sessions and my password, with the link of an e-mail',
  )
    .input(tokenInput)
    .output(deniedOutput),
  requestEmailChange: post(
    '/security/request-email-change',
    'E-mails the link that gives my account another address; the answer is the same if it has an account',
  )
    .input(emailChangeInput)
    .output(sentOutput),
  cancelEmailChange: post(
    '/security/cancel-email-change',
    'Ends a change of my address that waits for its link',
  )
    .input(noInput)
    .output(cancelledOutput),
  confirmEmailChange: post('/security/confirm-email-change', 'Changes the address, with the link sent to it')
    .input(tokenInput)
    .output(emailConfirmedOutput),
  denyEmailChange: post(
    '/security/deny-email-change',
    'Freezes an account whose address changed, with the link sent to the old one',
  )
    .input(tokenInput)
    .output(emailDisputedOutput),
  claimEmailChange: post(
    '/security/claim-email-change',
    'Says that a disputed change was mine, with password and second step; a person then decides',
  )
    .input(claimEmailInput)
    .output(claimedOutput),
  endSession: post('/security/end-session', 'Ends a session of mine').input(sessionInput).output(endedOutput),
}

export type SecurityContract = typeof securityContract
