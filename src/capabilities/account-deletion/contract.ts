import { operationsOf } from '../../platform/rpc/contract.ts'
import { deleteAccountInput, deleteAccountOutput } from './schema.ts'

const { post } = operationsOf('departure')

export const accountDeletionContract = {
  deleteAccount: post('/departure/delete-account', 'Deletes my account permanently')
    .input(deleteAccountInput)
    .output(deleteAccountOutput),
}

export type AccountDeletionContract = typeof accountDeletionContract
