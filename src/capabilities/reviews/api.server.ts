import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
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
  create: authed.create.handler(async ({ context, input }) =>
    unwrapResult(await createReview(context, input)),
  ),
  update: authed.update.handler(async ({ context, input }) =>
    unwrapResult(await updateReviewById(context, input)),
  ),
  standing: authed.standing.handler(async ({ context, input }) =>
    unwrapResult(await reviewEligibility(context, input)),
  ),
  mine: authed.mine.handler(async ({ context, input }) => unwrapResult(await myReviews(context, input))),
  ofLawyer: open.ofLawyer.handler(async ({ context, input }) => reviewsOfLawyer(context, input)),
  recent: authed.recent.handler(async ({ context }) => unwrapResult(await recentReviews(context))),
}
