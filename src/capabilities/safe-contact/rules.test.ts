import { expect, test } from 'vitest'
import { contactSentence, requireContacted, senderDomain } from './rules.ts'
import { contactInput, MESSAGES } from './schema.ts'

const nothing = { calls: null, hours: null, note: null }

test('PLZ-73 what the lawyer of a chat reads: calls, hours and note; nothing while nothing was said', () => {
  expect(contactSentence(null)).toBeNull()
  expect(contactSentence(nothing)).toBeNull()
  expect(contactSentence({ ...nothing, calls: 'no' })).toBe('no llames.')
  expect(contactSentence({ ...nothing, calls: 'si' })).toBe('puedes llamar.')
  expect(contactSentence({ calls: 'horario', hours: 'lunes de 10 a 12', note: 'Él lee mi correo' })).toBe(
    'llama solo en este horario: lunes de 10 a 12. “Él lee mi correo”',
  )
})

test('PLZ-70 only clients choose; the domain is that of the sender', () => {
  for (const role of ['lawyer', 'admin', null] as const)
    expect(requireContacted({ userId: 'a', role })).toMatchObject({
      ok: false,
      refusal: { code: 'FORBIDDEN' },
    })
  expect(requireContacted({ userId: 'a', role: 'client' })).toMatchObject({
    ok: true,
    value: { userId: 'a' },
  })
  expect(senderDomain('Amparo <no-responder@correo.amparo.cl>')).toBe('correo.amparo.cl')
  expect(senderDomain('soporte@amparo.cl')).toBe('amparo.cl')
})

test.each([
  [{ mail: 'carta' }, MESSAGES.choiceInvalid],
  [{ mail: null }, MESSAGES.choiceInvalid],
  [{ calls: 'siempre' }, MESSAGES.choiceInvalid],
  [{ calls: 'horario' }, MESSAGES.hoursMissing],
  [{ calls: 'horario', hours: ' \u200b ' }, MESSAGES.hoursMissing],
  [{ hours: 'x'.repeat(61) }, MESSAGES.hoursTooLong],
  [{ hours: 'x'.repeat(5_000) }, MESSAGES.hoursTooLong],
  [{ note: 'x'.repeat(201) }, MESSAGES.noteTooLong],
])('PLZ-73, PLZ-74 bad input is refused with its text, case %#', (change, message) => {
  const parsed = contactInput.safeParse({ mail: 'normal', calls: null, hours: '', note: '', ...change })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('PLZ-73 texts are cleaned; 60 and 200 characters fit', () => {
  expect(
    contactInput.parse({ mail: 'normal', calls: 'horario', hours: ' de\n10 a 12\u202e ', note: '  \u2800 ' }),
  ).toEqual({ mail: 'normal', calls: 'horario', hours: 'de 10 a 12', note: '' })
  const longest = { mail: 'ninguno', calls: 'horario', hours: 'ñ'.repeat(60), note: '👩‍⚖️'.repeat(200) }
  expect(contactInput.safeParse(longest).success).toBe(true)
})
