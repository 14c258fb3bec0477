import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { quickReply, removedOutput, removeInput, repliesOutput, replyInput } from './schema.ts'

const { get, post } = operationsOf('quickReplies')

export const quickRepliesContract = {
  list: get('/quick-replies/list', 'My quick replies, by title (lawyers)')
    .input(noInput)
    .output(repliesOutput),
  save: post('/quick-replies/save', 'Creates or changes one of my quick replies; idempotent (lawyers)')
    .input(replyInput)
    .output(quickReply),
  remove: post('/quick-replies/remove', 'Deletes one of my quick replies (lawyers)')
    .input(removeInput)
    .output(removedOutput),
}

export type QuickRepliesContract = typeof quickRepliesContract
