import { expect, test } from 'vitest'
import { checkClosing, checkObjection, checkReopening, checkRequest } from './rules.ts'
import { MESSAGES } from './schema.ts'

const DAY_MS = 86_400_000
const closed_at = new Date('2026-03-02T15:00:00Z')
const after = (days: number, ms = 0) => new Date(closed_at.getTime() + days * DAY_MS + ms)
const refused = (message: string) => ({ ok: false, refusal: { code: 'CONFLICT', message } })
const accepted = { ok: true, value: true }

test('SEG-37 the client may object for 14 full days', () => {
  // The last moment of the 14th day in Chile.
  const end = new Date('2026-03-17T02:59:59.999Z')
  expect(checkObjection({ closed_at }, new Date(end.getTime() - 1))).toEqual(accepted)
  expect(checkObjection({ closed_at }, end)).toEqual(refused(MESSAGES.tooLateToObject))
})

test('SEG-37 a closing after an objection, or after one that the lawyer undid, waits 3 full days', () => {
  expect(checkClosing(null, closed_at)).toEqual(accepted)
  // Midnight in Chile after the third day.
  const from = new Date('2026-03-06T03:00:00Z')
  const [objected, undone] = [
    { closed_at, objected_at: closed_at },
    { closed_at, objected_at: null },
  ]
  for (const last of [objected, undone]) expect(checkClosing(last, from)).toEqual(accepted)
  const tooEarly = new Date(from.getTime() - 1)
  expect(checkClosing(objected, tooEarly)).toEqual(
    refused('Tu cliente no estuvo de acuerdo. Podrás cerrarla desde el 6 de marzo, 2026.'),
  )
  expect(checkClosing(undone, tooEarly)).toEqual(
    refused('La cerraste hace poco. Podrás cerrarla desde el 6 de marzo, 2026.'),
  )
  expect(checkClosing({ closed_at, objected_at: after(10) }, after(12)).ok).toBe(false)
})

test('SEG-40 a case is reopened within 180 days, with both parties', () => {
  const both = { client_id: 'a', lawyer_id: 'b' }
  expect(checkReopening({ closed_at }, both, after(180))).toEqual(accepted)
  expect(checkReopening({ closed_at }, both, after(181))).toEqual(refused(MESSAGES.tooLateToReopen))
  expect(checkReopening(null, both, closed_at)).toEqual(refused(MESSAGES.tooLateToReopen))
  expect(checkReopening({ closed_at }, { ...both, lawyer_id: null }, closed_at)).toEqual(
    refused('El abogado eliminó su cuenta. Publica una nueva causa.'),
  )
  expect(checkReopening({ closed_at }, { ...both, client_id: null }, closed_at)).toEqual(
    refused(MESSAGES.clientGone),
  )
})

test('SEG-40 the client asks once for each closing', () => {
  const times = { closed_at, objected_at: null, requested_at: null, declined_at: null, reopened_at: null }
  expect(checkRequest(times)).toEqual(accepted)
  expect(checkRequest({ ...times, requested_at: closed_at })).toEqual(refused(MESSAGES.alreadyRequested))
  expect(checkRequest({ ...times, requested_at: closed_at, declined_at: closed_at })).toEqual(
    refused(MESSAGES.alreadyDeclined),
  )
})
