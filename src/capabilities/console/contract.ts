import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  agesOutput,
  countsOutput,
  decideDisputeInput,
  decidedOutput,
  disputeInput,
  disputeOutput,
  disputesOutput,
  findInput,
  findOutput,
  logInput,
  logOutput,
  openInput,
  openOutput,
  retentionOutput,
} from './schema.ts'

const { get, post } = operationsOf('console')

/** All operations are for administrators: 401 without a session, 403 for everyone else. */
export const consoleContract = {
  counts: get('/console/counts', 'What waits on the pages of administrators')
    .input(noInput)
    .output(countsOutput),
  find: post('/console/find', 'Finds a person by an exact e-mail address, RUT or id, masked; a recorded look')
    .input(findInput)
    .output(findOutput),
  open: post('/console/open', 'Data of the account of a person; a recorded look')
    .input(openInput)
    .output(openOutput),
  emailDisputes: get('/console/email-disputes', 'Disputed changes of address that wait for a decision')
    .input(noInput)
    .output(disputesOutput),
  openEmailDispute: post('/console/open-email-dispute', 'One of them, with its person; a recorded look')
    .input(disputeInput)
    .output(disputeOutput),
  decideEmailDispute: post(
    '/console/decide-email-dispute',
    'Keeps or undoes a disputed change of address, on shown identity',
  )
    .input(decideDisputeInput)
    .output(decidedOutput),
  // Posted, because reading the log is itself written to it.
  log: post('/console/log', 'The log of actions, newest first; a recorded reading')
    .input(logInput)
    .output(logOutput),
  ages: get('/console/ages', 'How old the rules of deadlines and the directory of free help are')
    .input(noInput)
    .output(agesOutput),
  retention: get('/console/retention', 'The rules of retention with their last runs')
    .input(noInput)
    .output(retentionOutput),
}

export type ConsoleContract = typeof consoleContract
