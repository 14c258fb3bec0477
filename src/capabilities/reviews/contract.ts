import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  createInput,
  eligibilityInput,
  eligibilityOutput,
  mineInput,
  mineOutput,
  ofLawyerInput,
  recentOutput,
  reviewsOutput,
  savedOutput,
  updateInput,
} from './schema.ts'

const { get, post } = operationsOf('reviews')

export const reviewsContract = {
  create: post(
    '/reviews/create',
    'Reviews a lawyer whose proposal I accepted, or edits my review if there is one (clients)',
  )
    .input(createInput)
    .output(savedOutput),
  update: post('/reviews/update', 'Changes one of my reviews (clients)')
    .input(updateInput)
    .output(savedOutput),
  standing: get('/reviews/standing', 'Whether I may review a lawyer, and my review (clients)')
    .input(eligibilityInput)
    .output(eligibilityOutput),
  mine: post('/reviews/mine', 'My reviews of these lawyers (clients)').input(mineInput).output(mineOutput),
  ofLawyer: get('/reviews/of-lawyer', 'Reviews of a verified lawyer, newest first: three, then ten per page')
    .input(ofLawyerInput)
    .output(reviewsOutput),
  recent: get('/reviews/recent', 'My newest five reviews and the average of all (lawyers)')
    .input(noInput)
    .output(recentOutput),
}

export type ReviewsContract = typeof reviewsContract
