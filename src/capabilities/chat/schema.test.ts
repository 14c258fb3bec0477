import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listInput, MESSAGES, messagesInput, sendInput } from './schema.ts'

const good = {
  id: '0193a5c0-0000-7000-8000-000000000001',
  chatId: '0193a5c0-0000-7000-8000-000000000002',
  content: 'Hola',
}
const send = (content: unknown) => {
  const result = sendInput.safeParse({ ...good, content })
  return result.success ? result.data.content : result.error.issues.map((issue) => issue.message)
}

describe('message content', () => {
  test.each(['', '  ', '\n\t', '\u200b', '\u2060\u200d', '\u0000', '\ufeff', 7, null, undefined])(
    'CHA-11 %j is an empty message',
    (content) => expect(send(content)).toEqual([MESSAGES.empty]),
  )

  test('CHA-11 surrounding whitespace is trimmed, inner line breaks stay', () => {
    expect(send('  uno\r\n\r\ndos \n')).toBe('uno\n\ndos')
  })

  test('characters that PostgreSQL cannot store are removed, so that a retry has the same text', () => {
    expect(send('a\u0000b\ud800c\u0007\td')).toBe('ab\ufffdc\td')
    expect(send('e\u0301')).toBe('é')
  })

  test('the limit is 5,000 grapheme clusters', () => {
    expect(send('a'.repeat(5_000))).toHaveLength(5_000)
    expect(send('a'.repeat(5_001))).toEqual([MESSAGES.tooLong])
    expect(send('é'.normalize('NFD').repeat(5_000))).toHaveLength(5_000)
    expect(send('🇨🇱'.repeat(5_000))).toHaveLength(20_000)
    expect(send('🇨🇱'.repeat(5_001))).toEqual([MESSAGES.tooLong])
    expect(send('a'.repeat(100_000))).toEqual([MESSAGES.tooLong])
    // Stacked combining marks, which would cover the page, are cut.
    expect(send(`x${'\u0301'.repeat(900)}`)).toHaveLength(9)
  })

  test('PRP-02, CHA-12 bidi control characters are removed, so an amount is read as it is stored', () => {
    expect(send('Total: \u202e000.001$\u202c, \u2067todo\u2069 incluido')).toBe(
      'Total: 000.001$, todo incluido',
    )
    expect(send('\u202e\u2066')).toEqual([MESSAGES.empty])
    // A browser would display this as 150.900.
    expect(send('Honorarios: \u200f900\u200f.\u200f150\u200f pesos')).toBe('Honorarios: 900.150 pesos')
    expect(send('\u061c9\u200e0')).toBe('90')
    // The emoji joiner stays, and right-to-left scripts need no control characters.
    expect(send('👩\u200d⚖️ \u200fשלום')).toBe('👩\u200d⚖️ שלום')
  })

  test('cleaning is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = send(text)
        if (typeof once === 'string') expect(send(once)).toBe(once)
      }),
    )
  })

  test('the client cannot set type, sender, proposal or time', () => {
    for (const key of ['type', 'sender_id', 'senderId', 'proposal_id', 'seq', 'side', 'created_at'])
      expect(sendInput.safeParse({ ...good, [key]: 'system' }).error?.issues).toMatchObject([
        { code: 'unrecognized_keys', keys: [key] },
      ])
    expect(sendInput.safeParse({ ...good, chatId: [good.chatId] }).success).toBe(false)
  })
})

describe('pages', () => {
  const { chatId } = good
  test('numbers are accepted as numbers, or as text in a query string', () => {
    expect(messagesInput.parse({ chatId, before: '20', limit: '5' })).toEqual({
      chatId,
      before: 20,
      limit: 5,
    })
    expect(messagesInput.parse({ chatId })).toEqual({ chatId, limit: 50 })
    for (const bad of [
      { before: -1 },
      { before: 1.5 },
      { after: 'x' },
      { limit: 101 },
      // Would return an empty page with `more` forever.
      { limit: 0 },
      { before: 3, after: 1 },
      { limit: '1e2' },
    ])
      expect(messagesInput.safeParse({ chatId, ...bad }).success).toBe(false)
  })

  test('only a cursor of the right form is accepted', () => {
    expect(listInput.parse({ cursor: `1790000000000000_${chatId}` })).toBeTruthy()
    for (const cursor of ['x', `1_${chatId}'; --`, `99999999999999999_${chatId}`, chatId])
      expect(listInput.safeParse({ cursor }).success).toBe(false)
  })
})
