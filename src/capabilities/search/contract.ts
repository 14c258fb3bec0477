import { base } from '../../platform/rpc/contract.ts'
import {
  lawyersInput,
  lawyersOutput,
  problemAnalysis,
  recommendedInput,
  recommendedOutput,
  understandInput,
} from './schema.ts'

const tags = ['search']

export const searchContract = {
  lawyers: base
    .route({
      method: 'GET',
      path: '/search/lawyers',
      tags,
      summary:
        'Verified lawyers by name, specialty, commune, experience and price, the best plans and ratings first',
    })
    .input(lawyersInput)
    .output(lawyersOutput),
  recommended: base
    .route({
      method: 'GET',
      path: '/search/recommended',
      tags,
      summary: 'Up to three verified lawyers for a case, those of its commune first',
    })
    .input(recommendedInput)
    .output(recommendedOutput),
  // POST, so that the text appears in no URL and in no log.
  understand: base
    .route({
      method: 'POST',
      path: '/search/understand',
      tags,
      summary: 'Reads a problem in free Spanish and proposes what to search by; nothing of it is kept',
    })
    .input(understandInput)
    .output(problemAnalysis),
}

export type SearchContract = typeof searchContract
