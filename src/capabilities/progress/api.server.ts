import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  correctUpdate,
  historyOf,
  progressOf,
  publishUpdate,
  requestUpdate,
  versionsOf,
} from './commands.server.ts'
import { progressContract } from './contract.ts'

const { authed } = implementContract(progressContract)

export const progressApi = {
  ofCase: authed.ofCase.handler(answerOf(progressOf)),
  history: authed.history.handler(answerOf(historyOf)),
  versions: authed.versions.handler(answerOf(versionsOf)),
  publish: authed.publish.handler(answerOf(publishUpdate)),
  correct: authed.correct.handler(answerOf(correctUpdate)),
  request: authed.request.handler(answerOf(requestUpdate)),
}
