import { base } from '../../platform/rpc/contract.ts'
import {
  confirmNameInput,
  countsOutput,
  decisionsInput,
  decisionsOutput,
  intentInput,
  intentOutput,
  lawyerInput,
  nameOutput,
  namesOutput,
  noInput,
  notifyOutput,
  queueInput,
  queueOutput,
  returnInput,
  returnNameInput,
  returnOutput,
  submissionOutput,
  verifyInput,
  verifyOutput,
} from './schema.ts'

const tags = ['verification']

/** All operations are for administrators: 401 without a session, 403 for everyone else. */
export const verificationContract = {
  verify: base
    .route({
      method: 'POST',
      path: '/verification/verify',
      tags,
      summary: 'verify_lawyer_profile: verifies a lawyer whose profile awaits review (administrators)',
    })
    .input(verifyInput)
    .output(verifyOutput),
  notifyLawyer: base
    .route({
      method: 'POST',
      path: '/verification/notify-lawyer',
      tags,
      summary:
        'send-verification-email: delivery result of the e-mail to a verified lawyer; never sends it again',
    })
    .input(lawyerInput)
    .output(notifyOutput),
  intent: base
    .route({
      method: 'POST',
      path: '/verification/intent',
      tags,
      summary: 'Issues a short-lived single-use token to verify this lawyer on load (administrators)',
    })
    .input(intentInput)
    .output(intentOutput),
  return: base
    .route({
      method: 'POST',
      path: '/verification/return',
      tags,
      summary: 'Returns a profile to its lawyer with the corrections needed (administrators)',
    })
    .input(returnInput)
    .output(returnOutput),
  queue: base
    .route({ method: 'GET', path: '/verification/queue', tags, summary: 'Profiles to review, oldest first' })
    .input(queueInput)
    .output(queueOutput),
  submission: base
    .route({
      method: 'GET',
      path: '/verification/submission',
      tags,
      summary: 'Data that a lawyer under review declared, with a new link to the ID document',
    })
    .input(lawyerInput)
    .output(submissionOutput),
  names: base
    .route({
      method: 'GET',
      path: '/verification/names',
      tags,
      summary: 'New names of verified lawyers waiting for confirmation, oldest first (administrators)',
    })
    .input(noInput)
    .output(namesOutput),
  confirmName: base
    .route({
      method: 'POST',
      path: '/verification/confirm-name',
      tags,
      summary: 'Confirms the new name of a verified lawyer (administrators)',
    })
    .input(confirmNameInput)
    .output(nameOutput),
  returnName: base
    .route({
      method: 'POST',
      path: '/verification/return-name',
      tags,
      summary: 'Restores the last confirmed name of a verified lawyer, with the reason (administrators)',
    })
    .input(returnNameInput)
    .output(nameOutput),
  decisions: base
    .route({
      method: 'GET',
      path: '/verification/decisions',
      tags,
      summary: 'Log of verifications, returns and document views, newest first',
    })
    .input(decisionsInput)
    .output(decisionsOutput),
  counts: base
    .route({ method: 'GET', path: '/verification/counts', tags, summary: 'Lawyers by status' })
    .input(noInput)
    .output(countsOutput),
}

export type VerificationContract = typeof verificationContract
