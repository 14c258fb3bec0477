import { expect, test } from 'vitest'
import { comparedTextLine } from './compared-texts.ts'

test.each([
  ['if (failureOf(error).message === MESSAGES.idTaken) retry()', 1],
  ['const { message } = failureOf(error)\nif (message !== OTHER) retry()', 2],
  ['if (CASE_MESSAGES.idTaken === failureOf(error).message) retry()', 1],
  ['const { message: text } = failureOf(error)\n\nif (text === PLAN_MESSAGES.noCredits) retry()', 3],
  ['if (failureOf(error).message.startsWith(PREFIX)) retry()', 1],
  ['useSubmit(send, { onFailure: ({ message }) => (message === GONE ? null : message) })', 1],
  [`if (failureOf(error).reason === 'ID_TAKEN') retry()`, null],
  [`if (failureOf(error).status === 409 && fee.startsWith(',')) retry()`, null],
  ['if (message === firstUnread) mark()', null],
])('the line that compares a text of a failure: %s', (text, line) => {
  expect(comparedTextLine(text)).toBe(line)
})
