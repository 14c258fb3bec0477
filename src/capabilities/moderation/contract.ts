import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  decideAppealInput,
  decideInput,
  liftInput,
  moreMessagesInput,
  openedReport,
  openedSanction,
  ownReportOutput,
  ownReportsInput,
  ownReportsOutput,
  ownSanctionsOutput,
  queueOutput,
  reportedOutput,
  reportIdInput,
  reportInput,
  sanctionIdInput,
  sanctionOutput,
  sanctionStateOutput,
  sanctionTextInput,
  stateOutput,
} from './schema.ts'

const { get, post } = operationsOf('moderation')

export const moderationContract = {
  report: post('/moderation/report', 'Reports a message, a conversation, a profile or a review')
    .input(reportInput)
    .output(reportedOutput),
  ownReport: get('/moderation/own-report', 'One of my reports').input(reportIdInput).output(ownReportOutput),
  ownReports: get('/moderation/own-reports', 'My reports, newest first')
    .input(ownReportsInput)
    .output(ownReportsOutput),
  addMessages: post('/moderation/add-messages', 'Answers the team, which asked me for more messages')
    .input(moreMessagesInput)
    .output(ownReportOutput),
  ownSanctions: get('/moderation/own-sanctions', 'What the team decided about me, newest first')
    .input(noInput)
    .output(ownSanctionsOutput),
  answer: post('/moderation/answer', 'Answers the announcement of my suspension')
    .input(sanctionTextInput)
    .output(sanctionOutput),
  appeal: post('/moderation/appeal', 'Appeals a decision about me, once')
    .input(sanctionTextInput)
    .output(sanctionOutput),
  queue: get('/moderation/queue', 'Open reports, appeals and suspensions (administrators)')
    .input(noInput)
    .output(queueOutput),
  take: post('/moderation/take', 'Begins to review a report (administrators)')
    .input(reportIdInput)
    .output(stateOutput),
  openReport: post(
    '/moderation/open-report',
    'Reads what was reported; each look is recorded (administrators)',
  )
    .input(reportIdInput)
    .output(openedReport),
  askMessages: post('/moderation/ask-messages', 'Asks the reporter for more messages (administrators)')
    .input(reportIdInput)
    .output(stateOutput),
  decide: post('/moderation/decide', 'Decides a report (administrators)')
    .input(decideInput)
    .output(stateOutput),
  openSanction: post('/moderation/open-sanction', 'Reads a sanction; each look is recorded (administrators)')
    .input(sanctionIdInput)
    .output(openedSanction),
  lift: post(
    '/moderation/lift',
    'Ends a sanction, or accepts the answer to its announcement (administrators)',
  )
    .input(liftInput)
    .output(sanctionStateOutput),
  keep: post('/moderation/keep', 'Keeps a suspension without end after a review (administrators)')
    .input(sanctionIdInput)
    .output(sanctionStateOutput),
  decideAppeal: post('/moderation/decide-appeal', 'Answers an appeal (administrators)')
    .input(decideAppealInput)
    .output(sanctionStateOutput),
}

export type ModerationContract = typeof moderationContract
