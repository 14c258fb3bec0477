import { operationsOf } from '../../platform/rpc/contract.ts'
import {
  lawyersInput,
  lawyersOutput,
  problemAnalysis,
  recommendedInput,
  recommendedOutput,
  understandInput,
} from './schema.ts'

const { get, post } = operationsOf('search')

export const searchContract = {
  lawyers: get(
    '/search/lawyers',
    'Verified lawyers by name, specialty, commune, experience and price, the best plans and ratings first',
  )
    .input(lawyersInput)
    .output(lawyersOutput),
  recommended: get(
    '/search/recommended',
    'Up to three verified lawyers for a case, those of its commune first',
  )
    .input(recommendedInput)
    .output(recommendedOutput),
  // POST, so that the text appears in no URL and in no log.
  understand: post(
    '/search/understand',
    'Reads a problem in free Spanish and proposes what to search by; nothing of it is kept',
  )
    .input(understandInput)
    .output(problemAnalysis),
}

export type SearchContract = typeof searchContract
