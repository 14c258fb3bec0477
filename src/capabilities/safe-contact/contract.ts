import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { contactInput, contactOutput } from './schema.ts'

const { get, post } = operationsOf('safeContact')

export const safeContactContract = {
  choice: get('/safe-contact/choice', 'How I am written to and called (clients)')
    .input(noInput)
    .output(contactOutput),
  save: post('/safe-contact/save', 'Changes how I am written to and called (clients)')
    .input(contactInput)
    .output(contactOutput),
}

export type SafeContactContract = typeof safeContactContract
