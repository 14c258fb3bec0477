import { operationsOf } from '../../platform/rpc/contract.ts'
import {
  caseIdInput,
  correctInput,
  historyInput,
  historyOutput,
  progressOutput,
  publishInput,
  versionsInput,
  versionsOutput,
} from './schema.ts'

const { get, post } = operationsOf('progress')

export const progressContract = {
  ofCase: get('/progress/of-case', 'What happened in one of my cases, what is next and when')
    .input(caseIdInput)
    .output(progressOutput),
  history: get('/progress/history', 'The history of one of my cases, newest first')
    .input(historyInput)
    .output(historyOutput),
  versions: get('/progress/versions', 'The earlier versions of an update')
    .input(versionsInput)
    .output(versionsOutput),
  publish: post('/progress/publish', 'Publishes an update; idempotent (the lawyer of the case)')
    .input(publishInput)
    .output(progressOutput),
  correct: post('/progress/correct', 'Adds a corrected version of an update (its lawyer)')
    .input(correctInput)
    .output(progressOutput),
  request: post('/progress/request', 'Asks the lawyer for an update (the client of the case)')
    .input(caseIdInput)
    .output(progressOutput),
}

export type ProgressContract = typeof progressContract
