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

/** OPEN-01: everyone else who is signed in is refused. */
const administrators = (answer: number, input?: () => unknown) => signedIn(403, input, { admin: answer })

/** Clients and lawyers; administrators and people without a profile are refused. */
const parties = (answer: number, input?: () => unknown) =>
  signedIn(403, input, { client: answer, lawyer: answer })

const PASSWORDS = { password: 'nueva-clave-1', confirmPassword: 'nueva-clave-1' }

const SUBMISSION = {
  firstName: 'Ana',
  lastName: 'Rojas',
  rut: '12.345.678-5',
  phoneNumber: '+56912345678',
  birthDate: '1990-02-28',
  addressStreet: 'Moneda',
  location: { region: 'Metropolitana de Santiago', commune: 'Santiago' },
  specialties: ['Divorcio'],
  experience: 3,
  price: 20_000,
  description: 'Familia.',
  university: 'Universidad de Chile',
  graduationYear: 2015,
}

const PROFILE = {
  price: 30_000,
  description: 'Texto',
  phoneNumber: '+56912345678',
  location: { region: 'Valparaíso', commune: 'Quilpué' },
  addressStreet: 'Freire',
  addressNumber: '12',
}

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
  'onboarding.codeState': signedIn(403, undefined, { lawyer: 200 }),
  'onboarding.sendCode': signedIn(403, undefined, { lawyer: 200 }),
  'onboarding.verifyCode': signedIn(403, () => ({ code: '000000' }), { lawyer: 422 }),
  'onboarding.form': signedIn(403, undefined, { lawyer: 200 }),
  // A lawyer whose address is not verified yet: not their step.
  'onboarding.submit': signedIn(403, () => SUBMISSION, { lawyer: 409 }),
  'onboarding.notifyAdmin': signedIn(403, undefined, { lawyer: 409 }),
  'lawyers.ownProfile': signedIn(403, undefined, { lawyer: 200 }),
  // The member here is no verified lawyer yet: who may write is told in tests/api/lawyers.test.ts.
  'lawyers.updateProfile': signedIn(403, () => PROFILE),
  // Everybody reaches it; without an id there is nothing to look for.
  'lawyers.publicProfile': open(422),
  // Verified lawyers alone, and for the market those of its plans: tests/api/colleagues.test.ts, market.test.ts.
  'lawyers.colleagues': signedIn(403),
  'cases.market': signedIn(403),
  'plans.list': open(200),
  // The lawyer here is not verified: who may subscribe is told in tests/api/plans.test.ts.
  'plans.subscribe': signedIn(403, () => ({ planId: 'basico' })),
  'plans.credits': signedIn(403, undefined, { lawyer: 200 }),
  'plans.movements': signedIn(403, undefined, { lawyer: 200 }),
  // Not theirs is the same as not there (CHA-22, ROU-35); administrators have no chats (OPEN-03).
  'cases.caseById': signedIn(404, () => ({ caseId: crypto.randomUUID() })),
  'cases.advance': signedIn(404, () => ({ caseId: crypto.randomUUID(), to: 'finalizado' })),
  'chat.list': parties(200),
  'chat.unreadTotal': parties(200),
  'chat.byId': parties(404, () => ({ chatId: crypto.randomUUID() })),
  'chat.messages': parties(404, () => ({ chatId: crypto.randomUUID() })),
  'chat.send': parties(404, () => ({
    id: crypto.randomUUID(),
    chatId: crypto.randomUUID(),
    content: 'Hola',
  })),
  'chat.read': parties(404, () => ({ chatId: crypto.randomUUID(), upTo: 1 })),
  'chat.open': signedIn(403, () => ({ lawyerId: crypto.randomUUID() }), { client: 404 }),
  'chat.startFromCase': signedIn(403, () => ({ caseId: crypto.randomUUID() })),
  'chat.ofCase': signedIn(404, () => ({ caseId: crypto.randomUUID() })),
  // The lawyer here is not verified.
  'proposals.create': signedIn(403, () => ({
    id: crypto.randomUUID(),
    chatId: crypto.randomUUID(),
    summary: 'Demanda',
    fee: 1,
  })),
  'proposals.accept': parties(404, () => ({ proposalId: crypto.randomUUID() })),
  'proposals.reject': parties(404, () => ({ proposalId: crypto.randomUUID() })),
  'proposals.withdraw': parties(404, () => ({ proposalId: crypto.randomUUID() })),
  'proposals.byId': parties(404, () => ({ proposalId: crypto.randomUUID() })),
  'proposals.byIds': parties(200, () => ({ ids: [crypto.randomUUID()] })),
  'proposals.acceptedOfCase': signedIn(404, () => ({ caseId: crypto.randomUUID() })),
  'proposals.pendingOfLawyer': signedIn(403),
  'verification.verify': administrators(404, () => ({ lawyerId: crypto.randomUUID(), confirmed: true })),
  'verification.notifyLawyer': administrators(404, () => ({ lawyerId: crypto.randomUUID() })),
  'verification.intent': administrators(404, () => ({ lawyerId: crypto.randomUUID() })),
  'verification.return': administrators(404, () => ({
    lawyerId: crypto.randomUUID(),
    reason: 'Falta el año.',
  })),
  'verification.queue': administrators(200),
  'verification.submission': administrators(404, () => ({ lawyerId: crypto.randomUUID() })),
  'verification.decisions': administrators(200),
  'verification.counts': administrators(200),
  // Figures without a word of anybody's (OPEN-03).
  'cases.counts': administrators(200),
  'chat.counts': administrators(200),
  'proposals.counts': administrators(200),
}

/** Input of a GET as its address carries it. */
const queryOf = (input: unknown) => (input ? `?${new URLSearchParams(input as Record<string, string>)}` : '')

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
          door.method === 'GET'
            ? await rest.get(door.path + queryOf(row.input?.()))
            : await rest.post(door.path, row.input?.() ?? {})
        expect(answer.status, answer.text).toBe(expected)
        const browser = await as(actor)
        expect((await browser.rpc(door.name, row.input?.())).status).toBe(expected)
      })
    }
  }
})
