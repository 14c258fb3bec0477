import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  caseAnswers,
  caseConsents,
  editCase,
  giveConsent,
  keepCase,
  openQuestions,
  renameCase,
  republishCase,
  setInMarket,
  withdrawCase,
  withdrawConsent,
} from './commands.server.ts'
import { openCasesContract } from './contract.ts'

const { authed } = implementContract(openCasesContract)

export const openCasesApi = {
  answers: authed.answers.handler(answerOf(caseAnswers)),
  edit: authed.edit.handler(answerOf(editCase)),
  rename: authed.rename.handler(answerOf(renameCase)),
  withdraw: authed.withdraw.handler(answerOf(withdrawCase)),
  republish: authed.republish.handler(answerOf(republishCase)),
  setInMarket: authed.setInMarket.handler(answerOf(setInMarket)),
  questions: authed.questions.handler(answerOf(openQuestions)),
  keep: authed.keep.handler(answerOf(keepCase)),
  consents: authed.consents.handler(answerOf(caseConsents)),
  consent: authed.consent.handler(answerOf(giveConsent)),
  withdrawConsent: authed.withdrawConsent.handler(answerOf(withdrawConsent)),
}
