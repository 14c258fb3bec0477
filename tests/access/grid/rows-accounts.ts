/** Accounts, their deletion, onboarding, profiles, plans and verification. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '../../../src/server/factories/demo-accounts.ts'
import { freshRut } from '../../../src/server/factories/lawyers.ts'
import { storeFile } from '../../support/files.ts'
import { submission } from '../../support/submission.ts'
import { GROUPS } from './actors.ts'
import type { Cell, Row } from './rows.ts'

const NEW = { password: 'nueva-clave-1', confirmPassword: 'nueva-clave-1' }

/** A mailed link's token, for somebody who is nobody's actor. */
async function linkToken({ world }: Cell, kind: 'confirm-email' | 'recovery'): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await world.house.database.sql(
    `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 hour')`,
    [
      randomUUID(),
      `${kind}:${createHash('sha256').update(token).digest('hex')}`,
      await world.twinOf('clientA'),
    ],
  )
  return token
}

/** An address with an account that nobody of the matrix has. */
async function someAddress({ world }: Cell): Promise<string | undefined> {
  const id = await world.twinOf('clientA')
  const [row] = await world.house.database.sql<{ email: string }>('select email from "user" where id = $1', [
    id,
  ])
  return row?.email
}

const registration = (change: object = {}) => ({
  name: 'Persona Nueva',
  email: `${randomUUID()}@prueba.test`,
  role: 'client',
  ...NEW,
  ...change,
})

export const accountRows: Record<string, Row> = {
  'accounts.register': {
    // Abuse 1: nobody chooses to be an administrator, verified or rich.
    cases: ['client', 'lawyer', 'role admin', 'verified', 'with plan', 'with credits', 'with an id'],
    input: ({ what, world }) =>
      registration(
        {
          lawyer: { role: 'lawyer' },
          'role admin': { role: 'admin' },
          verified: { role: 'lawyer', verification_status: 'verified' },
          'with plan': { role: 'lawyer', plan: 'avanzado' },
          'with credits': { role: 'lawyer', credits_available: 999 },
          'with an id': { id: world.ids.clientA },
        }[what],
      ),
    answers: { others: { client: 200, lawyer: 200, others: 422 } },
    open: true,
    twin: true,
    costly: true,
  },
  'accounts.login': {
    cases: ['right', 'wrong', 'unknown'],
    input: async (cell) => ({
      email: cell.what === 'unknown' ? `${randomUUID()}@prueba.test` : await someAddress(cell),
      password: cell.what === 'right' ? DEMO_PASSWORD : 'equivocada',
    }),
    answers: { others: { right: 200, others: 401 } },
    open: true,
    // Whoever signs in anew ends the session that the browser had.
    twin: true,
    costly: true,
  },
  'accounts.logout': { answers: { others: 200 }, twin: true },
  'accounts.confirmEmail': {
    cases: ['right', 'unknown', 'of another kind'],
    input: async (cell) => ({
      token:
        cell.what === 'unknown'
          ? 'desconocido'
          : await linkToken(cell, cell.what === 'right' ? 'confirm-email' : 'recovery'),
    }),
    answers: { others: { right: 200, others: 404 } },
    open: true,
  },
  'accounts.resendConfirmation': {
    cases: ['waiting', 'confirmed'],
    input: async ({ what, who, world, userId }) => {
      if (what === 'waiting' && (GROUPS.clients as readonly string[]).includes(who))
        await world.house.database.sql(`update "user" set "emailVerified" = false where id = $1`, [userId])
      return {}
    },
    answers: { clients: { waiting: 200, confirmed: 409 }, others: 403 },
    twin: true,
  },
  'accounts.requestRecovery': {
    cases: ['known', 'unknown'],
    input: async (cell) => ({
      email: cell.what === 'known' ? await someAddress(cell) : `${randomUUID()}@prueba.test`,
    }),
    answers: { others: 200 },
    open: true,
  },
  'accounts.resetPassword': {
    cases: ['right', 'unknown', 'of another kind'],
    input: async (cell) => ({
      token:
        cell.what === 'unknown'
          ? 'desconocido'
          : await linkToken(cell, cell.what === 'right' ? 'recovery' : 'confirm-email'),
      ...NEW,
    }),
    answers: { others: { right: 200, others: 404 } },
    open: true,
    costly: true,
  },
  'accounts.changePassword': {
    cases: ['right', 'wrong', 'of another account'],
    input: ({ what, world }) => ({
      currentPassword: what === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      ...NEW,
      ...(what === 'of another account' && { userId: world.ids.clientB }),
    }),
    answers: { others: { right: 200, others: 422 } },
    twin: true,
    costly: true,
  },
  'accounts.closeOtherSessions': { answers: { others: 200 }, twin: true },
  'accounts.updateName': {
    cases: ['own', 'of another account'],
    input: ({ what, world }) => ({
      name: 'Otro Nombre',
      ...(what !== 'own' && { id: world.ids.clientB }),
    }),
    // AUT-22: without a profile there are no rights, only the way out. Who is looked at is who will be verified.
    answers: {
      noProfile: { own: 403, foreign: 403, others: 422 },
      adminPending: { own: 409, foreign: 409, others: 422 },
      others: { own: 200, foreign: 200, others: 422 },
    },
    twin: true,
  },
  'accounts.session': { answers: { others: 200 }, open: true },
  'departure.deleteAccount': {
    cases: ['right', 'wrong', 'of another account'],
    input: ({ what, world }) => ({
      password: what === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      ...(what === 'of another account' && { userId: world.ids.clientB }),
    }),
    answers: { others: { right: 200, others: 422 } },
    twin: true,
    costly: true,
  },
  'onboarding.codeState': { answers: { lawyers: 200, others: 403 } },
  'onboarding.sendCode': { answers: { emailPending: 200, lawyers: 409, others: 403 }, twin: true },
  'onboarding.verifyCode': {
    cases: ['right', 'wrong', "another lawyer's"],
    input: async ({ what, world, userId }) => {
      const code = '482913'
      // A code of somebody else is worth nothing, whoever sends it.
      const holder = what === 'right' ? userId : what === 'wrong' ? null : await world.twinOf('emailPending')
      const known =
        holder && (await world.house.database.sql('select from lawyer_profiles where id = $1', [holder]))
      if (holder && known?.length === 1)
        await world.house.database.sql(
          `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
           values ($1, $2, app_now(), app_now() + interval '10 minutes') on conflict do nothing`,
          [holder, world.house.platform.sealer.sign(`email code\n${holder}\n${code}`)],
        )
      return { code: what === 'wrong' ? '000000' : code }
    },
    answers: {
      emailPending: { right: 200, others: 422 },
      // Whoever is past this step has the code accepted again while it lasts.
      lawyers: { right: 200, others: 422 },
      others: 403,
    },
    twin: true,
  },
  'onboarding.form': { answers: { lawyers: 200, others: 403 } },
  'onboarding.submit': {
    cases: ['their own card', "another's card", 'a photo as card', 'absent card'],
    input: async ({ what, world, userId }) => {
      const { platform } = world.house
      const ownerId =
        what === "another's card" || userId === '' ? await world.twinOf('profilePending') : userId
      const bucket = what === 'a photo as card' ? 'avatars' : 'identidad'
      const idCardKey =
        what === 'absent card'
          ? `identidad/${userId}/${randomUUID()}.pdf`
          : await storeFile(platform, { bucket, ownerId, state: 'uploaded' })
      return submission({ rut: freshRut(), idCardKey })
    },
    answers: { profilePending: { 'their own card': 200, others: 422 }, lawyers: 409, others: 403 },
    twin: true,
  },
  'onboarding.notifyAdmin': { answers: { adminPending: 200, lawyers: 409, others: 403 }, twin: true },
  'lawyers.ownProfile': { answers: { lawyers: 200, others: 403 } },
  'lawyers.updateProfile': {
    // Abuse 3: what was verified, and what is the house's, is not theirs to write.
    cases: [
      'no photo',
      'their own photo',
      "another's photo",
      'a card as photo',
      'absent photo',
      ...[
        'role',
        'plan',
        'credits_available',
        'verification_status',
        'is_verified',
        'rut',
        'id',
        'rating_sum',
      ],
    ],
    input: async ({ what, world, userId }) => {
      const { platform } = world.house
      const profile = {
        price: 30_000,
        description: 'Texto nuevo',
        phoneNumber: '+56911112222',
        location: { region: 'Valparaíso', commune: 'Quilpué' },
        addressStreet: 'Freire',
        addressNumber: '12',
      }
      if (what === 'no photo') return profile
      if (!what.includes('photo')) return { ...profile, [what]: what === 'is_verified' ? true : 'avanzado' }
      if (what === 'absent photo') return { ...profile, avatarKey: `avatars/${userId}/${randomUUID()}.jpg` }
      const ownerId = what === "another's photo" ? world.ids.gratis : userId
      const bucket = what === 'a card as photo' ? 'identidad' : 'avatars'
      const avatarKey = await storeFile(platform, { bucket, ownerId, state: 'uploaded', type: 'image/jpeg' })
      // Their own for the one lawyer whose photo it is: everybody else's is another's.
      const theirs = ownerId === userId && what === "another's photo"
      return { ...profile, avatarKey: theirs ? world.families.a.photoKey : avatarKey }
    },
    answers: {
      verified: {
        'no photo': 200,
        'their own photo': 200,
        "another's photo": 409,
        'a card as photo': 409,
        'absent photo': 409,
        others: 422,
      },
      others: {
        'no photo': 403,
        'their own photo': 403,
        "another's photo": 403,
        'a card as photo': 403,
        'absent photo': 403,
        others: 422,
      },
    },
    twin: true,
  },
  'lawyers.publicProfile': {
    // Abuse 27: only who is verified, and of them only what the list allows.
    cases: [
      'verified',
      'verified without a plan',
      'under review',
      'pending',
      'client',
      'administrator',
      'absent',
    ],
    input: ({ what, world: { ids } }) => ({
      id:
        {
          verified: ids.paid,
          'verified without a plan': ids.gratis,
          'under review': ids.adminPending,
          pending: ids.emailPending,
          client: ids.clientA,
          administrator: ids.admin,
        }[what] ?? randomUUID(),
    }),
    answers: {
      adminPending: { verified: 200, 'verified without a plan': 200, 'under review': 200, others: 404 },
      emailPending: { verified: 200, 'verified without a plan': 200, pending: 200, others: 404 },
      others: { verified: 200, 'verified without a plan': 200, others: 404 },
    },
    open: true,
  },
  'lawyers.colleagues': { answers: { verified: 200, others: 403 } },
  'plans.list': { answers: { others: 200 }, open: true },
  'plans.subscribe': {
    // Abuse 4: the plan's name alone; credits and price are the table's.
    cases: ['avanzado', 'gratis', 'the same', 'unknown', 'with credits', 'for another'],
    input: ({ what, who, world }) => ({
      planId:
        what === 'the same'
          ? who === 'gratis'
            ? 'gratis'
            : 'basico'
          : what === 'gratis'
            ? 'gratis'
            : what === 'unknown'
              ? 'platino'
              : 'avanzado',
      ...(what === 'with credits' && { credits: 999 }),
      ...(what === 'for another' && { lawyerId: world.ids.gratis }),
    }),
    answers: {
      verified: { avanzado: 200, gratis: 409, 'the same': 409, others: 422 },
      others: { avanzado: 403, gratis: 403, 'the same': 403, others: 422 },
    },
    twin: true,
  },
  'plans.credits': { answers: { lawyers: 200, others: 403 } },
  'plans.movements': { answers: { lawyers: 200, others: 403 } },
}
