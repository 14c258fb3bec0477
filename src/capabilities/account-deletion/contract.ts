import { base } from '../../platform/rpc/contract.ts'
import { deleteAccountInput, deleteAccountOutput } from './schema.ts'

export const accountDeletionContract = {
  deleteAccount: base
    .route({
      method: 'POST',
      path: '/departure/delete-account',
      tags: ['departure'],
      summary: 'Deletes my account permanently',
    })
    .input(deleteAccountInput)
    .output(deleteAccountOutput),
}

export type AccountDeletionContract = typeof accountDeletionContract
