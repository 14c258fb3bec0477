import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  copyState,
  decideRequestInput,
  endedBlock,
  extendRequestInput,
  heldOutput,
  looksInput,
  looksOutput,
  openCopyInput,
  openCopyOutput,
  ownRequestsOutput,
  proveIdentityInput,
  queuedRequestView,
  requestChanged,
  requestIdInput,
  requestQueueOutput,
  requestView,
  revealInput,
  revealOutput,
  sendRequestInput,
  shownObjectsOutput,
  withdrawnRequest,
} from './schema.ts'
import {
  attachVisitorProofInput,
  confirmVisitorRequestInput,
  matchesOutput,
  proveVisitorIdentityInput,
  sendVisitorRequestInput,
  visitorCodeSent,
  visitorRequestView,
  visitorToken,
  visitorTokenInput,
} from './visitor-schema.ts'

const { get, post } = operationsOf('privacy')

export const privacyContract = {
  held: get('/privacy/held', 'What Amparo keeps of me, why and until when').input(noInput).output(heldOutput),
  reveal: post('/privacy/reveal', 'My RUT or birth date, after I confirmed who I am')
    .input(revealInput)
    .output(revealOutput),
  copy: get('/privacy/copy', 'My newest copy of my data').input(noInput).output(copyState),
  requestCopy: post('/privacy/request-copy', 'Asks for a copy of my data; one is prepared at a time')
    .input(noInput)
    .output(copyState),
  openCopy: post('/privacy/open-copy', 'Where to download my copy, after I confirmed who I am')
    .input(openCopyInput)
    .output(openCopyOutput),
  looks: get('/privacy/looks', 'When the team looked at my data and what for, newest first')
    .input(looksInput)
    .output(looksOutput),
  requests: get('/privacy/requests', 'My requests about my data, newest first')
    .input(noInput)
    .output(ownRequestsOutput),
  request: get('/privacy/request', 'One of my requests, with all that was sent')
    .input(requestIdInput)
    .output(requestView),
  sendRequest: post('/privacy/send-request', 'Sends a request about my data; a retry is the same request')
    .input(sendRequestInput)
    .output(requestView),
  withdrawRequest: post('/privacy/withdraw-request', 'Withdraws one of my requests')
    .input(requestIdInput)
    .output(withdrawnRequest),
  proveIdentity: post('/privacy/prove-identity', 'Adds the proof of identity that was asked for')
    .input(proveIdentityInput)
    .output(requestView),
  shownObjects: get('/privacy/shown-objects', 'What others are shown of me, which a request can name')
    .input(noInput)
    .output(shownObjectsOutput),
  endBlock: post('/privacy/end-block', 'Ends a block that one of my requests began and the team kept')
    .input(requestIdInput)
    .output(endedBlock),
  liftBlock: post('/privacy/lift-block', 'Ends a block that was kept, with a reason (administrators)')
    .input(extendRequestInput)
    .output(endedBlock),
  requestQueue: get('/privacy/request-queue', 'Requests that wait for an answer (administrators)')
    .input(noInput)
    .output(requestQueueOutput),
  // It records who looks, so it is no GET.
  openRequest: post(
    '/privacy/open-request',
    'A request with its person masked; the look is recorded (administrators)',
  )
    .input(requestIdInput)
    .output(queuedRequestView),
  askIdentity: post('/privacy/ask-identity', 'Asks for a proof of identity, once (administrators)')
    .input(requestIdInput)
    .output(requestChanged),
  extendRequest: post('/privacy/extend-request', 'Extends the deadline of a request, once (administrators)')
    .input(extendRequestInput)
    .output(requestChanged),
  decideRequest: post(
    '/privacy/decide-request',
    'Answers a request; granting a correction does it (administrators)',
  )
    .input(decideRequestInput)
    .output(requestChanged),
  sendVisitorRequest: post(
    '/privacy/send-visitor-request',
    'Sends a request without an account; an e-mailed code confirms it. A retry is the same request',
  )
    .input(sendVisitorRequestInput)
    .output(visitorCodeSent),
  resendVisitorCode: post('/privacy/resend-visitor-code', 'E-mails another code; the last one ends')
    .input(requestIdInput)
    .output(visitorCodeSent),
  confirmVisitorRequest: post('/privacy/confirm-visitor-request', 'Files a request with the e-mailed code')
    .input(confirmVisitorRequestInput)
    .output(visitorToken),
  // The secret must not be in an address, so it is no GET.
  openVisitorRequest: post(
    '/privacy/open-visitor-request',
    'A request without an account, with its mailed secret: all that was sent',
  )
    .input(visitorTokenInput)
    .output(visitorRequestView),
  withdrawVisitorRequest: post('/privacy/withdraw-visitor-request', 'Withdraws it')
    .input(visitorTokenInput)
    .output(visitorRequestView),
  proveVisitorIdentity: post(
    '/privacy/prove-visitor-identity',
    'Adds the proof of identity that was asked for',
  )
    .input(proveVisitorIdentityInput)
    .output(visitorRequestView),
  attachVisitorProof: post(
    '/privacy/attach-visitor-proof',
    'Adds the proof that one may ask for somebody else',
  )
    .input(attachVisitorProofInput)
    .output(visitorRequestView),
  findMatches: post(
    '/privacy/find-matches',
    'How much has exactly the datum of a request without an account; it is recorded (administrators)',
  )
    .input(requestIdInput)
    .output(matchesOutput),
}

export type PrivacyContract = typeof privacyContract
