import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { heldOutput, revealInput, revealOutput } from './schema.ts'

const { get, post } = operationsOf('privacy')

export const privacyContract = {
  held: get('/privacy/held', 'What Amparo keeps of me, why and until when').input(noInput).output(heldOutput),
  reveal: post('/privacy/reveal', 'My RUT or birth date, after I confirmed who I am')
    .input(revealInput)
    .output(revealOutput),
}

export type PrivacyContract = typeof privacyContract
