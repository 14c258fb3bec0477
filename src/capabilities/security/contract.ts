import { operationsOf } from '../../platform/rpc/contract.ts'
import { confirmedOutput, confirmIdentityInput } from './schema.ts'

const { post } = operationsOf('security')

export const securityContract = {
  confirmIdentity: post('/security/confirm-identity', 'Proves who I am, for ten minutes of this session')
    .input(confirmIdentityInput)
    .output(confirmedOutput),
}

export type SecurityContract = typeof securityContract
