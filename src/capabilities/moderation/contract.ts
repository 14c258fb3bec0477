import { operationsOf } from '../../platform/rpc/contract.ts'
import { moreMessagesInput, ownReportOutput, reportedOutput, reportIdInput, reportInput } from './schema.ts'

const { get, post } = operationsOf('moderation')

export const moderationContract = {
  report: post('/moderation/report', 'Reports a message, a conversation, a profile or a review')
    .input(reportInput)
    .output(reportedOutput),
  ownReport: get('/moderation/own-report', 'One of my reports').input(reportIdInput).output(ownReportOutput),
  addMessages: post('/moderation/add-messages', 'Answers the team, which asked me for more messages')
    .input(moreMessagesInput)
    .output(ownReportOutput),
}

export type ModerationContract = typeof moderationContract
