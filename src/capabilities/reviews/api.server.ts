import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  createReview,
  myReviews,
  recentReviews,
  reviewEligibility,
  reviewsOfLawyer,
  updateReviewById,
} from './commands.server.ts'
import { reviewsContract } from './contract.ts'

const { open, authed } = implementContract(reviewsContract)

export const reviewsApi = {
  create: authed.create.handler(answerOf(createReview)),
  update: authed.update.handler(answerOf(updateReviewById)),
  standing: authed.standing.handler(answerOf(reviewEligibility)),
  mine: authed.mine.handler(answerOf(myReviews)),
  ofLawyer: open.ofLawyer.handler(async ({ context, input }) => reviewsOfLawyer(context, input)),
  recent: authed.recent.handler(answerOf(recentReviews)),
}
