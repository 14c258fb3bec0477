import { base } from '../../platform/rpc/contract.ts'
import {
  confirmEmailInput,
  confirmEmailOutput,
  loginInput,
  logoutOutput,
  noInput,
  PASSWORD_MIN,
  registerInput,
  sessionOutput,
  signedInOutput,
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
  session: base
    .route({ method: 'GET', path: '/accounts/session', tags, summary: 'Who is signed in' })
    .input(noInput)
    .output(sessionOutput),
}

export type AccountsContract = typeof accountsContract
