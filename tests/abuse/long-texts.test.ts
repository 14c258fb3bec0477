import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { registerInput } from '../../src/capabilities/accounts/new-password-schema.ts'
import { updateProfileInput } from '../../src/capabilities/lawyers/schema.ts'
import { createInput as proposalInput } from '../../src/capabilities/proposals/schema.ts'
import { decodeCursor } from '../../src/capabilities/search/rules.ts'
import { lawyersInput, understandInput } from '../../src/capabilities/search/schema.ts'

test('abuse 37: RUT, telephone, e-mail, names, files, contact data, search and triage parse 100,000 characters in time', {
  timeout: 60_000,
}, async () => {
  // Killed on timeout; the output then shows which parser hangs.
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/abuse/read-long-texts.ts'], {
    timeout: 50_000,
    killSignal: 'SIGKILL',
  })
  expect(stdout.trim().split('\n')).toEqual([
    'RUT',
    'telephone',
    'e-mail',
    'names',
    'names of files',
    'contact data in a case',
    'search words',
    'search marks and places',
    'triage',
  ])
})

test('abuse 37: too long fields are refused', () => {
  const long = 'a'.repeat(100_000)
  for (const [schema, input] of [
    [
      registerInput(6),
      { name: long, email: `${long}@a.cl`, password: long, confirmPassword: long, role: long },
    ],
    [
      updateProfileInput,
      { price: 1, description: long, phoneNumber: long, addressStreet: long, addressNumber: long },
    ],
    [proposalInput, { id: long, chatId: long, summary: long, fee: 1, conditions: [long] }],
    [lawyersInput, { text: long }],
    [understandInput, { text: long }],
  ] as const)
    expect(schema.safeParse(input).success).toBe(false)
  expect(() => decodeCursor(long)).not.toThrow()
})
