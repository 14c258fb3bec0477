import { traverseContractProcedures } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { api } from '../../src/server/api.ts'
import { useApp } from '../support/suite.ts'

// Who may come through which door. Made from the API router itself: a new operation without a row here fails.

const ACTORS = ['visitor', 'client', 'lawyer', 'admin', 'no profile', 'ended session'] as const
type Actor = (typeof ACTORS)[number]

interface Row {
  /** Sent by everyone: what is refused is who asks. */
  input?: (() => unknown) | undefined
  /** Answer that each gets; whoever is not named gets `others`. */
  answers: Partial<Record<Actor, number>>
  others: number
}

const open = (others: number, input?: () => unknown): Row => ({ input, answers: {}, others })
const signedIn = (others: number, input?: () => unknown, answers: Row['answers'] = {}): Row => ({
  input,
  answers: { visitor: 401, 'ended session': 401, ...answers },
  others,
})

const PASSWORDS = { password: 'nueva-clave-1', confirmPassword: 'nueva-clave-1' }

const ROWS: Record<string, Row> = {
  'accounts.register': open(422, () => ({ name: 'X', email: 'x@prueba.test', role: 'admin', ...PASSWORDS })),
  'accounts.login': open(401, () => ({ email: 'nadie@prueba.test', password: 'equivocada' })),
  'accounts.logout': signedIn(200),
  'accounts.confirmEmail': open(404, () => ({ token: 'desconocido' })),
  'accounts.requestRecovery': open(200, () => ({ email: `${crypto.randomUUID()}@prueba.test` })),
  'accounts.resetPassword': open(404, () => ({ token: 'desconocido', ...PASSWORDS })),
  'accounts.changePassword': signedIn(422, () => ({ currentPassword: 'equivocada', ...PASSWORDS })),
  'accounts.closeOtherSessions': signedIn(200),
  // AUT-22: without a profile there are no rights, only the way out.
  'accounts.updateName': signedIn(200, () => ({ name: 'Otro Nombre' }), { 'no profile': 403 }),
  'accounts.session': open(200),
  'departure.deleteAccount': signedIn(422, () => ({ password: 'equivocada' })),
  'plans.list': open(200),
}

interface Door {
  name: string
  method: string
  path: string
}

const doors: Door[] = []
traverseContractProcedures({ router: api, path: [] }, ({ contract, path }) => {
  const { method = 'POST', path: address = '' } = contract['~orpc'].route
  doors.push({ name: path.join('.'), method, path: `/api${address}` })
})

describe('access matrix', () => {
  const suite = useApp()

  async function as(actor: Actor) {
    if (actor === 'visitor') return suite.visitor()
    const role = actor === 'lawyer' || actor === 'admin' ? actor : 'client'
    const member = await suite.member({ role })
    if (actor === 'no profile') await suite.database.sql(`delete from profiles where id = '${member.id}'`)
    if (actor === 'ended session')
      await suite.database.sql(`delete from session where "userId" = '${member.id}'`)
    return member
  }

  test('every operation has a row, and every row an operation', () => {
    expect(doors.map((door) => door.name).sort()).toEqual(Object.keys(ROWS).sort())
  })

  for (const door of doors) {
    const row = ROWS[door.name]
    if (!row) continue
    for (const actor of ACTORS) {
      const expected = row.answers[actor] ?? row.others
      test(`${door.name} as ${actor}: ${expected} at both doors`, async () => {
        const rest = await as(actor)
        const answer =
          door.method === 'GET' ? await rest.get(door.path) : await rest.post(door.path, row.input?.() ?? {})
        expect(answer.status, answer.text).toBe(expected)
        const browser = await as(actor)
        expect((await browser.rpc(door.name, row.input?.())).status).toBe(expected)
      })
    }
  }
})
