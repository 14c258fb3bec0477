import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  acceptedOfCaseOutput,
  acceptOutput,
  caseIdInput,
  chatIdInput,
  countsOutput,
  createInput,
  pendingInput,
  pendingOutput,
  proposalIdInput,
  proposalIdsInput,
  proposalOutput,
  proposalsOutput,
  receivedOutput,
  targetCaseOutput,
  withdrawOutput,
} from './schema.ts'

const { get, post } = operationsOf('proposals')

export const proposalsContract = {
  create: post('/proposals/create', 'Sends a fee proposal in one of my chats (lawyers); idempotent by id')
    .input(createInput)
    .output(proposalOutput),
  accept: post('/proposals/accept', 'Accepts a pending proposal of the other party and starts its case')
    .input(proposalIdInput)
    .output(acceptOutput),
  reject: post('/proposals/reject', 'Rejects a pending proposal of the other party')
    .input(proposalIdInput)
    .output(proposalOutput),
  withdraw: post('/proposals/withdraw', 'Deletes my own pending proposal')
    .input(proposalIdInput)
    .output(withdrawOutput),
  byId: get('/proposals/by-id', 'One proposal in one of my chats')
    .input(proposalIdInput)
    .output(proposalOutput),
  byIds: post('/proposals/by-ids', 'Several proposals in my chats')
    .input(proposalIdsInput)
    .output(proposalsOutput),
  targetCase: get(
    '/proposals/target-case',
    'The open case that a new proposal of mine in a chat would be for (lawyers)',
  )
    .input(chatIdInput)
    .output(targetCaseOutput),
  acceptedOfCase: get('/proposals/of-case', 'The accepted proposal of one of my cases')
    .input(caseIdInput)
    .output(acceptedOfCaseOutput),
  pendingOfLawyer: get('/proposals/pending', 'My pending proposals, newest first (lawyers)')
    .input(pendingInput)
    .output(pendingOutput),
  pendingOfClient: get('/proposals/received', 'Pending proposals to me, newest first (clients)')
    .input(pendingInput)
    .output(receivedOutput),
  counts: get('/proposals/counts', 'Proposals per day over the last 30 days (administrators)')
    .input(noInput)
    .output(countsOutput),
}

export type ProposalsContract = typeof proposalsContract
