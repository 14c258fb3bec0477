import { base } from '../../platform/rpc/contract.ts'
import {
  advanceInput,
  caseIdInput,
  caseOutput,
  countsOutput,
  marketInput,
  marketOutput,
  noInput,
} from './schema.ts'

const tags = ['cases']

export const casesContract = {
  caseById: base
    .route({ method: 'GET', path: '/cases/by-id', tags, summary: 'One of my cases' })
    .input(caseIdInput)
    .output(caseOutput),
  advance: base
    .route({
      method: 'POST',
      path: '/cases/advance',
      tags,
      summary: 'Moves a case of mine one step on (its lawyer)',
    })
    .input(advanceInput)
    .output(caseOutput),
  market: base
    .route({
      method: 'GET',
      path: '/cases/market',
      tags,
      summary:
        'Open cases, the newest first, without their clients (verified lawyers whose plan sees the market)',
    })
    .input(marketInput)
    .output(marketOutput),
  counts: base
    .route({ method: 'GET', path: '/cases/counts', tags, summary: 'Cases by status (administrators)' })
    .input(noInput)
    .output(countsOutput),
}

export type CasesContract = typeof casesContract
