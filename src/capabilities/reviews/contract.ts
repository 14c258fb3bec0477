import { base } from '../../platform/rpc/contract.ts'
import {
  createInput,
  eligibilityInput,
  eligibilityOutput,
  mineInput,
  mineOutput,
  noInput,
  ofLawyerInput,
  recentOutput,
  reviewsOutput,
  savedOutput,
  updateInput,
} from './schema.ts'

const tags = ['reviews']

export const reviewsContract = {
  create: base
    .route({
      method: 'POST',
      path: '/reviews/create',
      tags,
      summary: 'Reviews a lawyer whose proposal I accepted, or edits my review if there is one (clients)',
    })
    .input(createInput)
    .output(savedOutput),
  update: base
    .route({ method: 'POST', path: '/reviews/update', tags, summary: 'Changes one of my reviews (clients)' })
    .input(updateInput)
    .output(savedOutput),
  standing: base
    .route({
      method: 'GET',
      path: '/reviews/standing',
      tags,
      summary: 'Whether I may review a lawyer, and my review (clients)',
    })
    .input(eligibilityInput)
    .output(eligibilityOutput),
  mine: base
    .route({ method: 'POST', path: '/reviews/mine', tags, summary: 'My reviews of these lawyers (clients)' })
    .input(mineInput)
    .output(mineOutput),
  ofLawyer: base
    .route({
      method: 'GET',
      path: '/reviews/of-lawyer',
      tags,
      summary: 'Reviews of a verified lawyer, newest first: three, then ten per page',
    })
    .input(ofLawyerInput)
    .output(reviewsOutput),
  recent: base
    .route({
      method: 'GET',
      path: '/reviews/recent',
      tags,
      summary: 'My newest five reviews and the average of all (lawyers)',
    })
    .input(noInput)
    .output(recentOutput),
}

export type ReviewsContract = typeof reviewsContract
