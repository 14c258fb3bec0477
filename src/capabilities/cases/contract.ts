import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  advanceInput,
  caseIdInput,
  caseOutput,
  countsOutput,
  lawyerStatsInput,
  lawyerStatsOutput,
  ownCasesInput,
  ownCasesOutput,
  publishInput,
  publishOutput,
} from './schema.ts'

const { get, post } = operationsOf('cases')

export const casesContract = {
  caseById: get('/cases/by-id', 'One of my cases').input(caseIdInput).output(caseOutput),
  advance: post('/cases/advance', 'Advances one of my cases by one step (its lawyer)')
    .input(advanceInput)
    .output(caseOutput),
  publish: post('/cases/publish', 'Publishes a case from the intake answers; idempotent (clients)')
    .input(publishInput)
    .output(publishOutput),
  mine: get('/cases/mine', 'My running, waiting or finished cases, newest first (clients and lawyers)')
    .input(ownCasesInput)
    .output(ownCasesOutput),
  lawyerStats: get('/cases/lawyer-stats', 'Number of finished cases and of clients of a lawyer')
    .input(lawyerStatsInput)
    .output(lawyerStatsOutput),
  counts: get('/cases/counts', 'Cases by status (administrators)').input(noInput).output(countsOutput),
}

export type CasesContract = typeof casesContract
