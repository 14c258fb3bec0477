import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { ownConsentsOutput, withdrawnOutput } from './schema.ts'

const { get, post } = operationsOf('consents')

export const consentsContract = {
  own: get('/consents/own', 'What I agreed to or withdrew, and when')
    .input(noInput)
    .output(ownConsentsOutput),
  withdrawExternalAnalysis: post(
    '/consents/withdraw-external-analysis',
    'Withdraws my consent to send texts to a language model',
  )
    .input(noInput)
    .output(withdrawnOutput),
}

export type ConsentsContract = typeof consentsContract
