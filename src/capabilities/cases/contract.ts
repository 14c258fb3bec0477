import { base } from '../../platform/rpc/contract.ts'
import {
  advanceInput,
  caseIdInput,
  caseOutput,
  countsOutput,
  lawyerStatsInput,
  lawyerStatsOutput,
  marketInput,
  marketOutput,
  newsOutput,
  noInput,
  openCountOutput,
  ownInput,
  ownOutput,
  publishInput,
  publishOutput,
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
  publish: base
    .route({
      method: 'POST',
      path: '/cases/publish',
      tags,
      summary: 'Publishes a case of mine from its answers, once (clients)',
    })
    .input(publishInput)
    .output(publishOutput),
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
  mine: base
    .route({
      method: 'GET',
      path: '/cases/mine',
      tags,
      summary: 'My cases under way, waiting or finished, the newest first (clients and lawyers)',
    })
    .input(ownInput)
    .output(ownOutput),
  news: base
    .route({
      method: 'GET',
      path: '/cases/news',
      tags,
      summary:
        'How many open cases of my specialties came since yesterday (verified lawyers whose plan sees the market)',
    })
    .input(noInput)
    .output(newsOutput),
  openCount: base
    .route({
      method: 'GET',
      path: '/cases/open-count',
      tags,
      summary: 'How many open cases of my specialties there are, whatever my plan (verified lawyers)',
    })
    .input(noInput)
    .output(openCountOutput),
  lawyerStats: base
    .route({
      method: 'GET',
      path: '/cases/lawyer-stats',
      tags,
      summary: 'How many cases a lawyer has finished, and for how many clients they have worked',
    })
    .input(lawyerStatsInput)
    .output(lawyerStatsOutput),
  counts: base
    .route({ method: 'GET', path: '/cases/counts', tags, summary: 'Cases by status (administrators)' })
    .input(noInput)
    .output(countsOutput),
}

export type CasesContract = typeof casesContract
