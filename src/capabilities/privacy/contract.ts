import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { copyState, heldOutput, openCopyInput, openCopyOutput, revealInput, revealOutput } from './schema.ts'

const { get, post } = operationsOf('privacy')

export const privacyContract = {
  held: get('/privacy/held', 'What Amparo keeps of me, why and until when').input(noInput).output(heldOutput),
  reveal: post('/privacy/reveal', 'My RUT or birth date, after I confirmed who I am')
    .input(revealInput)
    .output(revealOutput),
  copy: get('/privacy/copy', 'My newest copy of my data').input(noInput).output(copyState),
  requestCopy: post('/privacy/request-copy', 'Asks for a copy of my data; one is prepared at a time')
    .input(noInput)
    .output(copyState),
  openCopy: post('/privacy/open-copy', 'Where to download my copy, after I confirmed who I am')
    .input(openCopyInput)
    .output(openCopyOutput),
}

export type PrivacyContract = typeof privacyContract
