import * as z from 'zod/mini'
import { base } from '../../platform/rpc/contract.ts'
import { confirmEmailInput, loginInput, PASSWORD_MIN, registerInput, sessionOutput, signedInOutput } from './schema.ts'

const tags = ['accounts']

export const accountsContract = {
  register: base
    .route({ method: 'POST', path: '/accounts/register', tags, summary: 'Registers a client or a lawyer and signs them in' })
    .input(registerInput(PASSWORD_MIN))
    .output(signedInOutput),
  login: base
    .route({ method: 'POST', path: '/accounts/login', tags, summary: 'Signs in with e-mail and password' })
    .input(loginInput)
    .output(signedInOutput),
  logout: base
    .route({ method: 'POST', path: '/accounts/logout', tags, summary: 'Ends this session' })
    .input(z.optional(z.strictObject({})))
    .output(z.object({ ended: z.boolean() })),
  confirmEmail: base
    .route({ method: 'POST', path: '/accounts/confirm-email', tags, summary: 'Confirms the address that a mailed link was sent to' })
    .input(confirmEmailInput)
    .output(z.object({ confirmed: z.literal(true) })),
  session: base
    .route({ method: 'GET', path: '/accounts/session', tags, summary: 'Who is signed in' })
    .input(z.optional(z.strictObject({})))
    .output(sessionOutput),
}

export type AccountsContract = typeof accountsContract
