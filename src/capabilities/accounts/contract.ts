import { base } from '../../platform/rpc/contract.ts'
import {
  changedOutput,
  changePasswordInput,
  closedSessionsOutput,
  confirmEmailInput,
  confirmEmailOutput,
  loginInput,
  logoutOutput,
  noInput,
  PASSWORD_MIN,
  registerInput,
  requestRecoveryInput,
  resetPasswordInput,
  sentOutput,
  sessionOutput,
  signedInOutput,
  updateNameInput,
} from './schema.ts'

const tags = ['accounts']

export const accountsContract = {
  register: base
    .route({
      method: 'POST',
      path: '/accounts/register',
      tags,
      summary: 'Registers a client or a lawyer and signs them in',
    })
    .input(registerInput(PASSWORD_MIN))
    .output(signedInOutput),
  login: base
    .route({ method: 'POST', path: '/accounts/login', tags, summary: 'Signs in with e-mail and password' })
    .input(loginInput)
    .output(signedInOutput),
  logout: base
    .route({ method: 'POST', path: '/accounts/logout', tags, summary: 'Ends this session' })
    .input(noInput)
    .output(logoutOutput),
  confirmEmail: base
    .route({
      method: 'POST',
      path: '/accounts/confirm-email',
      tags,
      summary: 'Confirms the address that a mailed link was sent to',
    })
    .input(confirmEmailInput)
    .output(confirmEmailOutput),
  resendConfirmation: base
    .route({
      method: 'POST',
      path: '/accounts/resend-confirmation',
      tags,
      summary: 'Mails me the link that confirms my address again (clients)',
    })
    .input(noInput)
    .output(sentOutput),
  requestRecovery: base
    .route({
      method: 'POST',
      path: '/accounts/request-recovery',
      tags,
      summary:
        'Mails a link for a new password, if the address has an account; the answer is the same if not',
    })
    .input(requestRecoveryInput)
    .output(sentOutput),
  resetPassword: base
    .route({
      method: 'POST',
      path: '/accounts/reset-password',
      tags,
      summary: 'Sets a new password by a mailed link',
    })
    .input(resetPasswordInput(PASSWORD_MIN))
    .output(changedOutput),
  changePassword: base
    .route({
      method: 'POST',
      path: '/accounts/change-password',
      tags,
      summary: 'Sets a new password, knowing the current one',
    })
    .input(changePasswordInput(PASSWORD_MIN))
    .output(changedOutput),
  closeOtherSessions: base
    .route({
      method: 'POST',
      path: '/accounts/close-other-sessions',
      tags,
      summary: 'Ends every session of mine but this one',
    })
    .input(noInput)
    .output(closedSessionsOutput),
  updateName: base
    .route({ method: 'POST', path: '/accounts/update-name', tags, summary: 'Changes my name' })
    .input(updateNameInput)
    .output(signedInOutput),
  session: base
    .route({ method: 'GET', path: '/accounts/session', tags, summary: 'Who is signed in' })
    .input(noInput)
    .output(sessionOutput),
}

export type AccountsContract = typeof accountsContract
