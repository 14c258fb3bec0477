import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import {
  createReview,
  myReviews,
  recentReviews,
  reviewsOfLawyer,
  standing,
  updateReviewById,
} from './commands.server.ts'
import { reviewsContract } from './contract.ts'

const { open, authed } = rpcFor(reviewsContract)

export const reviewsApi = {
  create: authed.create.handler(async ({ context, input }) => answer(await createReview(context, input))),
  update: authed.update.handler(async ({ context, input }) => answer(await updateReviewById(context, input))),
  standing: authed.standing.handler(async ({ context, input }) => answer(await standing(context, input))),
  mine: authed.mine.handler(async ({ context, input }) => answer(await myReviews(context, input))),
  ofLawyer: open.ofLawyer.handler(async ({ context, input }) => reviewsOfLawyer(context, input)),
  recent: authed.recent.handler(async ({ context }) => answer(await recentReviews(context))),
}
