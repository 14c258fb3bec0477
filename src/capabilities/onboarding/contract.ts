import { base } from '../../platform/rpc/contract.ts'
import {
  codeStateOutput,
  formOutput,
  noInput,
  notifiedOutput,
  sentCodeOutput,
  submitInput,
  submittedOutput,
  verifiedOutput,
  verifyCodeInput,
} from './schema.ts'

const tags = ['onboarding']

export const onboardingContract = {
  codeState: base
    .route({
      method: 'GET',
      path: '/onboarding/code-state',
      tags,
      summary: 'Whether a code that still works was mailed to me, and when I may ask for another',
    })
    .input(noInput)
    .output(codeStateOutput),
  sendCode: base
    .route({
      method: 'POST',
      path: '/onboarding/send-code',
      tags,
      summary: 'Mails me a code of six digits (send-lawyer-verification-code)',
    })
    .input(noInput)
    .output(sentCodeOutput),
  verifyCode: base
    .route({
      method: 'POST',
      path: '/onboarding/verify-code',
      tags,
      summary: 'Verifies my e-mail by the code (verify_lawyer_email)',
    })
    .input(verifyCodeInput)
    .output(verifiedOutput),
  form: base
    .route({
      method: 'GET',
      path: '/onboarding/form',
      tags,
      summary: 'What my professional form starts with, and why it was returned',
    })
    .input(noInput)
    .output(formOutput),
  submit: base
    .route({
      method: 'POST',
      path: '/onboarding/submit',
      tags,
      summary: 'Saves my professional profile and sends it to review (submit_lawyer_for_review)',
    })
    .input(submitInput)
    .output(submittedOutput),
  notifyAdmin: base
    .route({
      method: 'POST',
      path: '/onboarding/notify-admin',
      tags,
      summary: 'Tells the administrators that my profile awaits review (notify-admin-for-review)',
    })
    .input(noInput)
    .output(notifiedOutput),
}

export type OnboardingContract = typeof onboardingContract
