import { operationsOf } from '../../platform/rpc/contract.ts'
import { caseClosingOutput, caseInput, closeInput, reasonedInput } from './schema.ts'

const { get, post } = operationsOf('closings')

export const closingsContract = {
  ofCase: get('/closings/of-case', 'The newest closing of one of my cases')
    .input(caseInput)
    .output(caseClosingOutput),
  close: post('/closings/close', 'Closes one of my cases with its outcome; idempotent by id (its lawyer)')
    .input(closeInput)
    .output(caseClosingOutput),
  object: post('/closings/object', 'Does not agree with the closing of my case (its client)')
    .input(reasonedInput)
    .output(caseClosingOutput),
  requestReopening: post('/closings/request-reopening', 'Asks to reopen my closed case (its client)')
    .input(reasonedInput)
    .output(caseClosingOutput),
  declineReopening: post('/closings/decline-reopening', 'Refuses a request to reopen a case (its lawyer)')
    .input(reasonedInput)
    .output(caseClosingOutput),
  reopen: post('/closings/reopen', 'Reopens one of my closed cases (its lawyer)')
    .input(reasonedInput)
    .output(caseClosingOutput),
}

export type ClosingsContract = typeof closingsContract
