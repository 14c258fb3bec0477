import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  answersOutput,
  caseConsentsOutput,
  caseInput,
  consentedOutput,
  editInput,
  editOutput,
  inMarketOutput,
  keptOutput,
  marketInput,
  questionsOutput,
  renameInput,
  renameOutput,
  republishInput,
  statusOutput,
  withdrawInput,
} from './schema.ts'

const { get, post } = operationsOf('openCases')

export const openCasesContract = {
  answers: get('/open-cases/answers', 'My answers to the questions about one of my cases (its client)')
    .input(caseInput)
    .output(answersOutput),
  edit: post('/open-cases/edit', 'Changes the answers of my open case (its client)')
    .input(editInput)
    .output(editOutput),
  rename: post('/open-cases/rename', 'Changes the title of my case, whatever its status (its client)')
    .input(renameInput)
    .output(renameOutput),
  withdraw: post('/open-cases/withdraw', 'Takes my open case out of the market (its client)')
    .input(withdrawInput)
    .output(statusOutput),
  republish: post('/open-cases/republish', 'Publishes my withdrawn case again (its client)')
    .input(republishInput)
    .output(statusOutput),
  setInMarket: post(
    '/open-cases/set-in-market',
    'Puts my open case into the market or takes it out (its client)',
  )
    .input(marketInput)
    .output(inMarketOutput),
  questions: get(
    '/open-cases/questions',
    'My open cases that ask whether I still look for a lawyer (clients)',
  )
    .input(noInput)
    .output(questionsOutput),
  keep: post('/open-cases/keep', 'Answers that I still look for a lawyer for my open case (its client)')
    .input(caseInput)
    .output(keptOutput),
  consents: get('/open-cases/consents', 'The consents about my cases (clients)')
    .input(noInput)
    .output(caseConsentsOutput),
  consent: post('/open-cases/consent', 'Consents to keep my open case published (its client)')
    .input(caseInput)
    .output(consentedOutput),
  withdrawConsent: post(
    '/open-cases/withdraw-consent',
    'Withdraws my consent about my case and takes it out of the market (its client)',
  )
    .input(caseInput)
    .output(statusOutput),
}

export type OpenCasesContract = typeof openCasesContract
