import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  codeStateOutput,
  formOutput,
  notifiedOutput,
  sentCodeOutput,
  submitInput,
  submittedOutput,
  verifiedOutput,
  verifyCodeInput,
} from './schema.ts'

const { get, post } = operationsOf('onboarding')

export const onboardingContract = {
  codeState: get(
    '/onboarding/code-state',
    'Whether a code that still works was mailed to me, and when I may ask for another',
  )
    .input(noInput)
    .output(codeStateOutput),
  sendCode: post('/onboarding/send-code', 'Mails me a code of six digits (send-lawyer-verification-code)')
    .input(noInput)
    .output(sentCodeOutput),
  verifyCode: post('/onboarding/verify-code', 'Verifies my e-mail by the code (verify_lawyer_email)')
    .input(verifyCodeInput)
    .output(verifiedOutput),
  form: get('/onboarding/form', 'What my professional form starts with, and why it was returned')
    .input(noInput)
    .output(formOutput),
  submit: post(
    '/onboarding/submit',
    'Saves my professional profile and sends it to review (submit_lawyer_for_review)',
  )
    .input(submitInput)
    .output(submittedOutput),
  notifyAdmin: post(
    '/onboarding/notify-admin',
    'Tells the administrators that my profile awaits review (notify-admin-for-review)',
  )
    .input(noInput)
    .output(notifiedOutput),
}

export type OnboardingContract = typeof onboardingContract
