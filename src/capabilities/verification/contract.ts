import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
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

const { get, post } = operationsOf('verification')

/** All operations are for administrators: 401 without a session, 403 for everyone else. */
export const verificationContract = {
  verify: post(
    '/verification/verify',
    'verify_lawyer_profile: verifies a lawyer whose profile awaits review (administrators)',
  )
    .input(verifyInput)
    .output(verifyOutput),
  notifyLawyer: post(
    '/verification/notify-lawyer',
    'send-verification-email: delivery result of the e-mail to a verified lawyer; never sends it again',
  )
    .input(lawyerInput)
    .output(notifyOutput),
  // OPEN-05 requires it; no screen calls it since the dashboard asks by name (docs/decisions/0035).
  intent: post(
    '/verification/intent',
    'Issues a short-lived single-use token to verify this lawyer on load (administrators)',
  )
    .input(intentInput)
    .output(intentOutput),
  return: post(
    '/verification/return',
    'Returns a profile to its lawyer with the corrections needed (administrators)',
  )
    .input(returnInput)
    .output(returnOutput),
  queue: get('/verification/queue', 'Profiles to review, oldest first').input(queueInput).output(queueOutput),
  submission: get(
    '/verification/submission',
    'Data that a lawyer under review declared, with a new link to the ID document',
  )
    .input(lawyerInput)
    .output(submissionOutput),
  names: get(
    '/verification/names',
    'New names of verified lawyers waiting for confirmation, oldest first (administrators)',
  )
    .input(noInput)
    .output(namesOutput),
  confirmName: post(
    '/verification/confirm-name',
    'Confirms the new name of a verified lawyer (administrators)',
  )
    .input(confirmNameInput)
    .output(nameOutput),
  returnName: post(
    '/verification/return-name',
    'Restores the last confirmed name of a verified lawyer, with the reason (administrators)',
  )
    .input(returnNameInput)
    .output(nameOutput),
  decisions: get('/verification/decisions', 'Log of verifications, returns and document views, newest first')
    .input(decisionsInput)
    .output(decisionsOutput),
  counts: get('/verification/counts', 'Lawyers by status').input(noInput).output(countsOutput),
}

export type VerificationContract = typeof verificationContract
