import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { heldOf, looksOf, reveal } from './commands.server.ts'
import { privacyContract } from './contract.ts'
import { copyOf, openCopy, requestCopy } from './copies/copies.server.ts'
import { endBlock, shownObjects } from './requests/blocks.server.ts'
import {
  ownRequest,
  ownRequests,
  proveIdentity,
  sendRequest,
  withdrawRequest,
} from './requests/own-requests.server.ts'
import {
  askIdentity,
  decideRequest,
  extendRequest,
  liftBlock,
  openRequest,
  requestQueue,
} from './requests/request-queue.server.ts'
import { findMatches } from './visitor-requests/visitor-matches.server.ts'
import {
  attachVisitorProof,
  confirmVisitorRequest,
  openVisitorRequest,
  proveVisitorIdentity,
  resendVisitorCode,
  sendVisitorRequest,
  withdrawVisitorRequest,
} from './visitor-requests/visitor-requests.server.ts'

const { open, authed } = implementContract(privacyContract)

export const privacyApi = {
  held: authed.held.handler(answerOf(heldOf)),
  reveal: authed.reveal.handler(answerOf(reveal)),
  looks: authed.looks.handler(answerOf(looksOf)),
  requests: authed.requests.handler(answerOf(ownRequests)),
  request: authed.request.handler(answerOf(ownRequest)),
  sendRequest: authed.sendRequest.handler(answerOf(sendRequest)),
  withdrawRequest: authed.withdrawRequest.handler(answerOf(withdrawRequest)),
  proveIdentity: authed.proveIdentity.handler(answerOf(proveIdentity)),
  shownObjects: authed.shownObjects.handler(answerOf(shownObjects)),
  endBlock: authed.endBlock.handler(answerOf(endBlock)),
  liftBlock: authed.liftBlock.handler(answerOf(liftBlock)),
  requestQueue: authed.requestQueue.handler(answerOf(requestQueue)),
  openRequest: authed.openRequest.handler(answerOf(openRequest)),
  askIdentity: authed.askIdentity.handler(answerOf(askIdentity)),
  extendRequest: authed.extendRequest.handler(answerOf(extendRequest)),
  decideRequest: authed.decideRequest.handler(answerOf(decideRequest)),
  sendVisitorRequest: open.sendVisitorRequest.handler(answerOf(sendVisitorRequest)),
  resendVisitorCode: open.resendVisitorCode.handler(answerOf(resendVisitorCode)),
  confirmVisitorRequest: open.confirmVisitorRequest.handler(answerOf(confirmVisitorRequest)),
  openVisitorRequest: open.openVisitorRequest.handler(answerOf(openVisitorRequest)),
  withdrawVisitorRequest: open.withdrawVisitorRequest.handler(answerOf(withdrawVisitorRequest)),
  proveVisitorIdentity: open.proveVisitorIdentity.handler(answerOf(proveVisitorIdentity)),
  attachVisitorProof: open.attachVisitorProof.handler(answerOf(attachVisitorProof)),
  findMatches: authed.findMatches.handler(answerOf(findMatches)),
  copy: authed.copy.handler(answerOf(copyOf)),
  requestCopy: authed.requestCopy.handler(answerOf(requestCopy)),
  openCopy: authed.openCopy.handler(answerOf(openCopy)),
}
