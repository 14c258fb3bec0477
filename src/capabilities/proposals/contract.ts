import { base } from '../../platform/rpc/contract.ts'
import {
  acceptedOutput,
  acceptOutput,
  countsOutput,
  createInput,
  noInput,
  ofCaseInput,
  ofChatInput,
  pendingInput,
  pendingOutput,
  proposalIdInput,
  proposalIdsInput,
  proposalOutput,
  proposalsOutput,
  receivedOutput,
  soughtOutput,
  withdrawOutput,
} from './schema.ts'

const tags = ['proposals']

export const proposalsContract = {
  create: base
    .route({
      method: 'POST',
      path: '/proposals/create',
      tags,
      summary: 'Sends a fee proposal in a chat of mine (lawyers); the same id again is the same proposal',
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
    .route({ method: 'GET', path: '/proposals/by-id', tags, summary: 'One proposal of a chat of mine' })
    .input(proposalIdInput)
    .output(proposalOutput),
  byIds: base
    .route({ method: 'POST', path: '/proposals/by-ids', tags, summary: 'Several proposals of chats of mine' })
    .input(proposalIdsInput)
    .output(proposalsOutput),
  soughtOfChat: base
    .route({
      method: 'GET',
      path: '/proposals/sought',
      tags,
      summary: 'The open case that a proposal of mine in a chat would be for now (lawyers)',
    })
    .input(ofChatInput)
    .output(soughtOutput),
  acceptedOfCase: base
    .route({
      method: 'GET',
      path: '/proposals/of-case',
      tags,
      summary: 'The proposal that began a case of mine',
    })
    .input(ofCaseInput)
    .output(acceptedOutput),
  pendingOfLawyer: base
    .route({
      method: 'GET',
      path: '/proposals/pending',
      tags,
      summary: 'My proposals that wait for an answer, newest first (lawyers)',
    })
    .input(pendingInput)
    .output(pendingOutput),
  pendingOfClient: base
    .route({
      method: 'GET',
      path: '/proposals/received',
      tags,
      summary: 'Proposals to me that wait for my answer, newest first (clients)',
    })
    .input(pendingInput)
    .output(receivedOutput),
  counts: base
    .route({
      method: 'GET',
      path: '/proposals/counts',
      tags,
      summary: 'Proposals a day, the last 30 days (administrators)',
    })
    .input(noInput)
    .output(countsOutput),
}

export type ProposalsContract = typeof proposalsContract
