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
  ownCasesInput,
  ownCasesOutput,
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
      summary: 'Advances one of my cases by one step (its lawyer)',
    })
    .input(advanceInput)
    .output(caseOutput),
  publish: base
    .route({
      method: 'POST',
      path: '/cases/publish',
      tags,
      summary: 'Publishes a case from the intake answers; idempotent (clients)',
    })
    .input(publishInput)
    .output(publishOutput),
  market: base
    .route({
      method: 'GET',
      path: '/cases/market',
      tags,
      summary: 'Open cases, newest first, without their clients (verified lawyers with market access)',
    })
    .input(marketInput)
    .output(marketOutput),
  mine: base
    .route({
      method: 'GET',
      path: '/cases/mine',
      tags,
      summary: 'My running, waiting or finished cases, newest first (clients and lawyers)',
    })
    .input(ownCasesInput)
    .output(ownCasesOutput),
  news: base
    .route({
      method: 'GET',
      path: '/cases/news',
      tags,
      summary: 'Number of open cases of my specialties since yesterday (verified lawyers with market access)',
    })
    .input(noInput)
    .output(newsOutput),
  openCount: base
    .route({
      method: 'GET',
      path: '/cases/open-count',
      tags,
      summary: 'Number of open cases of my specialties, on any plan (verified lawyers)',
    })
    .input(noInput)
    .output(openCountOutput),
  lawyerStats: base
    .route({
      method: 'GET',
      path: '/cases/lawyer-stats',
      tags,
      summary: 'Number of finished cases and of clients of a lawyer',
    })
    .input(lawyerStatsInput)
    .output(lawyerStatsOutput),
  counts: base
    .route({ method: 'GET', path: '/cases/counts', tags, summary: 'Cases by status (administrators)' })
    .input(noInput)
    .output(countsOutput),
}

export type CasesContract = typeof casesContract
