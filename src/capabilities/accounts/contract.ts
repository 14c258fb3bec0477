import * as z from 'zod'
import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { sessionUser } from '../../platform/rpc/session-user.ts'
import { changePasswordInput, registerInput, resetPasswordInput } from './new-password-schema.ts'
import {
  changedOutput,
  closedSessionsOutput,
  confirmEmailInput,
  confirmEmailOutput,
  logoutOutput,
  PASSWORD_MIN,
  requestRecoveryInput,
  sentOutput,
  updateNameInput,
} from './schema.ts'

const { get, post } = operationsOf('accounts')

const signedInOutput = z.object({ user: sessionUser })
const sessionOutput = z.object({
  user: z.nullable(sessionUser),
  /** Spanish error text if the profile could not be read (AUT-23). */
  profileError: z.nullable(z.string()),
})

export const accountsContract = {
  register: post('/accounts/register', 'Registers a client or a lawyer and signs them in')
    .input(registerInput(PASSWORD_MIN))
    .output(signedInOutput),
  logout: post('/accounts/logout', 'Ends this session').input(noInput).output(logoutOutput),
  confirmEmail: post('/accounts/confirm-email', 'Confirms the address that a mailed link was sent to')
    .input(confirmEmailInput)
    .output(confirmEmailOutput),
  resendConfirmation: post(
    '/accounts/resend-confirmation',
    'Mails me the link that confirms my address again (clients)',
  )
    .input(noInput)
    .output(sentOutput),
  requestRecovery: post(
    '/accounts/request-recovery',
    'Mails a link for a new password, if the address has an account; the answer is the same if not',
  )
    .input(requestRecoveryInput)
    .output(sentOutput),
  resetPassword: post('/accounts/reset-password', 'Sets a new password by a mailed link')
    .input(resetPasswordInput(PASSWORD_MIN))
    .output(changedOutput),
  changePassword: post('/accounts/change-password', 'Sets a new password, knowing the current one')
    .input(changePasswordInput(PASSWORD_MIN))
    .output(changedOutput),
  closeOtherSessions: post('/accounts/close-other-sessions', 'Ends every session of mine but this one')
    .input(noInput)
    .output(closedSessionsOutput),
  updateName: post('/accounts/update-name', 'Changes my name').input(updateNameInput).output(signedInOutput),
  session: get('/accounts/session', 'Who is signed in').input(noInput).output(sessionOutput),
}

export type AccountsContract = typeof accountsContract
