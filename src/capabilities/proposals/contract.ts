import { base } from '../../platform/rpc/contract.ts'
import {
  acceptedOfCaseOutput,
  acceptOutput,
  caseIdInput,
  chatIdInput,
  countsOutput,
  createInput,
  noInput,
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

const tags = ['proposals']

export const proposalsContract = {
  create: base
    .route({
      method: 'POST',
      path: '/proposals/create',
      tags,
      summary: 'Sends a fee proposal in one of my chats (lawyers); idempotent by id',
    })
    .input(createInput)
    .output(proposalOutput),
  accept: base
    .route({
      method: 'POST',
      path: '/proposals/accept',
      tags,
      summary: 'Accepts a pending proposal of the other party and starts its case',
    })
    .input(proposalIdInput)
    .output(acceptOutput),
  reject: base
    .route({
      method: 'POST',
      path: '/proposals/reject',
      tags,
      summary: 'Rejects a pending proposal of the other party',
    })
    .input(proposalIdInput)
    .output(proposalOutput),
  withdraw: base
    .route({ method: 'POST', path: '/proposals/withdraw', tags, summary: 'Deletes my own pending proposal' })
    .input(proposalIdInput)
    .output(withdrawOutput),
  byId: base
    .route({ method: 'GET', path: '/proposals/by-id', tags, summary: 'One proposal in one of my chats' })
    .input(proposalIdInput)
    .output(proposalOutput),
  byIds: base
    .route({ method: 'POST', path: '/proposals/by-ids', tags, summary: 'Several proposals in my chats' })
    .input(proposalIdsInput)
    .output(proposalsOutput),
  soughtOfChat: base
    .route({
      method: 'GET',
      path: '/proposals/sought',
      tags,
      summary: 'The open case that a new proposal of mine in a chat would be for (lawyers)',
    })
    .input(chatIdInput)
    .output(targetCaseOutput),
  acceptedOfCase: base
    .route({
      method: 'GET',
      path: '/proposals/of-case',
      tags,
      summary: 'The accepted proposal of one of my cases',
    })
    .input(caseIdInput)
    .output(acceptedOfCaseOutput),
  pendingOfLawyer: base
    .route({
      method: 'GET',
      path: '/proposals/pending',
      tags,
      summary: 'My pending proposals, newest first (lawyers)',
    })
    .input(pendingInput)
    .output(pendingOutput),
  pendingOfClient: base
    .route({
      method: 'GET',
      path: '/proposals/received',
      tags,
      summary: 'Pending proposals to me, newest first (clients)',
    })
    .input(pendingInput)
    .output(receivedOutput),
  counts: base
    .route({
      method: 'GET',
      path: '/proposals/counts',
      tags,
      summary: 'Proposals per day over the last 30 days (administrators)',
    })
    .input(noInput)
    .output(countsOutput),
}

export type ProposalsContract = typeof proposalsContract
