/** Matrix rows of accounts, account deletion, onboarding, profiles and plans. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '../../../src/demo-data/demo-accounts.ts'
import { uniqueRut } from '../../../src/demo-data/lawyers.ts'
import { submissionInput } from '../../support/data/onboarding-fixtures.ts'
import { storeFile } from '../../support/files/test-files.ts'
import { GROUPS } from './actors.ts'
import type { Cell, Row } from './rows.ts'

const NEW_PASSWORD = { password: 'nueva-clave-1', confirmPassword: 'nueva-clave-1' }

/** Creates the token of an e-mailed link, for a new account. */
async function createLinkToken({ world }: Cell, kind: 'confirm-email' | 'recovery'): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await world.suite.database.sql(
    `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 hour')`,
    [
      randomUUID(),
      `${kind}:${createHash('sha256').update(token).digest('hex')}`,
      await world.createActorLike('clientA'),
    ],
  )
  return token
}

/** Creates an account that is no actor. @returns its e-mail address */
async function createAddress({ world }: Cell): Promise<string | undefined> {
  const id = await world.createActorLike('clientA')
  const [row] = await world.suite.database.sql<{ email: string }>('select email from "user" where id = $1', [
    id,
  ])
  return row?.email
}

const registration = (change: object = {}) => ({
  name: 'Persona Nueva',
  email: `${randomUUID()}@prueba.test`,
  role: 'client',
  ...NEW_PASSWORD,
  ...change,
})

export const accountRows: Record<string, Row> = {
  'accounts.register': {
    // Abuse 1: no one can register as administrator, verified, or with a plan or credits.
    variants: ['client', 'lawyer', 'role admin', 'verified', 'with plan', 'with credits', 'with an id'],
    input: ({ variant, world }) =>
      registration(
        {
          lawyer: { role: 'lawyer' },
          'role admin': { role: 'admin' },
          verified: { role: 'lawyer', verification_status: 'verified' },
          'with plan': { role: 'lawyer', plan: 'avanzado' },
          'with credits': { role: 'lawyer', credits_available: 999 },
          'with an id': { id: world.ids.clientA },
        }[variant],
      ),
    answers: { others: { client: 200, lawyer: 200, others: 422 } },
    isPublic: true,
    freshActor: true,
    hashesPassword: true,
  },
  'accounts.login': {
    variants: ['right', 'wrong', 'unknown'],
    input: async (cell) => ({
      email: cell.variant === 'unknown' ? `${randomUUID()}@prueba.test` : await createAddress(cell),
      password: cell.variant === 'right' ? DEMO_PASSWORD : 'equivocada',
    }),
    answers: { others: { right: 200, others: 401 } },
    isPublic: true,
    // Signing in ends the session that the client had.
    freshActor: true,
    hashesPassword: true,
  },
  'accounts.logout': { answers: { others: 200 }, freshActor: true },
  'accounts.confirmEmail': {
    variants: ['right', 'unknown', 'of another kind'],
    input: async (cell) => ({
      token:
        cell.variant === 'unknown'
          ? 'desconocido'
          : await createLinkToken(cell, cell.variant === 'right' ? 'confirm-email' : 'recovery'),
    }),
    answers: { others: { right: 200, others: 404 } },
    isPublic: true,
  },
  'accounts.resendConfirmation': {
    variants: ['waiting', 'confirmed'],
    input: async ({ variant, actor, world, userId }) => {
      if (variant === 'waiting' && (GROUPS.clients as readonly string[]).includes(actor))
        await world.suite.database.sql(`update "user" set "emailVerified" = false where id = $1`, [userId])
      return {}
    },
    answers: { clients: { waiting: 200, confirmed: 409 }, others: 403 },
    freshActor: true,
  },
  'accounts.requestRecovery': {
    variants: ['known', 'unknown'],
    input: async (cell) => ({
      email: cell.variant === 'known' ? await createAddress(cell) : `${randomUUID()}@prueba.test`,
    }),
    answers: { others: 200 },
    isPublic: true,
  },
  'accounts.resetPassword': {
    variants: ['right', 'unknown', 'of another kind'],
    input: async (cell) => ({
      token:
        cell.variant === 'unknown'
          ? 'desconocido'
          : await createLinkToken(cell, cell.variant === 'right' ? 'recovery' : 'confirm-email'),
      ...NEW_PASSWORD,
    }),
    answers: { others: { right: 200, others: 404 } },
    isPublic: true,
    hashesPassword: true,
  },
  'accounts.changePassword': {
    variants: ['right', 'wrong', 'of another account'],
    input: ({ variant, world }) => ({
      currentPassword: variant === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      ...NEW_PASSWORD,
      ...(variant === 'of another account' && { userId: world.ids.clientB }),
    }),
    answers: { others: { right: 200, others: 422 } },
    freshActor: true,
    hashesPassword: true,
  },
  'accounts.closeOtherSessions': { answers: { others: 200 }, freshActor: true },
  'accounts.updateName': {
    variants: ['own', 'of another account'],
    input: ({ variant, world }) => ({
      name: 'Otro Nombre',
      ...(variant !== 'own' && { id: world.ids.clientB }),
    }),
    // AUT-22: without a profile there are no rights except deletion. During review the name must not change.
    answers: {
      noProfile: { own: 403, foreign: 403, others: 422 },
      adminPending: { own: 409, foreign: 409, others: 422 },
      others: { own: 200, foreign: 200, others: 422 },
    },
    freshActor: true,
  },
  'safeContact.choice': { answers: { clients: 200, others: 403 } },
  'safeContact.save': {
    variants: ['own', 'of another account'],
    input: ({ variant, world }) => ({
      mail: 'discreto',
      calls: 'no',
      hours: '',
      note: 'Escribe solo de noche.',
      ...(variant !== 'own' && { userId: world.ids.clientB }),
    }),
    answers: {
      clients: { own: 200, foreign: 200, others: 422 },
      others: { own: 403, foreign: 403, others: 422 },
    },
    freshActor: true,
  },
  'accounts.session': { answers: { others: 200 }, isPublic: true },
  'departure.deleteAccount': {
    variants: ['right', 'wrong', 'of another account'],
    input: ({ variant, world }) => ({
      password: variant === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      ...(variant === 'of another account' && { userId: world.ids.clientB }),
    }),
    answers: { others: { right: 200, others: 422 } },
    freshActor: true,
    hashesPassword: true,
  },
  'onboarding.codeState': { answers: { lawyers: 200, others: 403 } },
  'onboarding.sendCode': { answers: { emailPending: 200, lawyers: 409, others: 403 }, freshActor: true },
  'onboarding.verifyCode': {
    variants: ['right', 'wrong', "another lawyer's"],
    input: async ({ variant, world, userId }) => {
      const code = '482913'
      // The code of another lawyer is not accepted.
      const owner =
        variant === 'right'
          ? userId
          : variant === 'wrong'
            ? null
            : await world.createActorLike('emailPending')
      const isLawyer =
        owner && (await world.suite.database.sql('select from lawyer_profiles where id = $1', [owner]))
      if (owner && isLawyer?.length === 1)
        await world.suite.database.sql(
          `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
           values ($1, $2, app_now(), app_now() + interval '10 minutes') on conflict do nothing`,
          [owner, world.suite.platform.sealer.sign(`email code\n${owner}\n${code}`)],
        )
      return { code: variant === 'wrong' ? '000000' : code }
    },
    answers: {
      emailPending: { right: 200, others: 422 },
      // After this step, a valid code is still accepted.
      lawyers: { right: 200, others: 422 },
      others: 403,
    },
    freshActor: true,
  },
  'onboarding.form': { answers: { lawyers: 200, others: 403 } },
  'onboarding.submit': {
    variants: ['their own card', "another's card", 'a photo as card', 'absent card'],
    input: async ({ variant, world, userId }) => {
      const { platform } = world.suite
      const ownerId =
        variant === "another's card" || userId === '' ? await world.createActorLike('profilePending') : userId
      const bucket = variant === 'a photo as card' ? 'avatars' : 'identidad'
      const idCardKey =
        variant === 'absent card'
          ? `identidad/${userId}/${randomUUID()}.pdf`
          : await storeFile(platform, { bucket, ownerId, state: 'uploaded' })
      return submissionInput({ rut: uniqueRut(), idCardKey })
    },
    answers: { profilePending: { 'their own card': 200, others: 422 }, lawyers: 409, others: 403 },
    freshActor: true,
  },
  'onboarding.notifyAdmin': { answers: { adminPending: 200, lawyers: 409, others: 403 }, freshActor: true },
  'lawyers.ownProfile': { answers: { lawyers: 200, others: 403 } },
  'lawyers.updateProfile': {
    // Abuse 3: lawyers cannot change verified fields or fields that the application manages.
    variants: [
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
    input: async ({ variant, world, userId }) => {
      const { platform } = world.suite
      const profile = {
        price: 30_000,
        description: 'Texto nuevo',
        phoneNumber: '+56911112222',
        location: { region: 'Valparaíso', commune: 'Quilpué' },
        addressStreet: 'Freire',
        addressNumber: '12',
      }
      if (variant === 'no photo') return profile
      if (!variant.includes('photo'))
        return { ...profile, [variant]: variant === 'is_verified' ? true : 'avanzado' }
      if (variant === 'absent photo')
        return { ...profile, avatarKey: `avatars/${userId}/${randomUUID()}.jpg` }
      const ownerId = variant === "another's photo" ? world.ids.gratis : userId
      const bucket = variant === 'a card as photo' ? 'identidad' : 'avatars'
      const avatarKey = await storeFile(platform, { bucket, ownerId, state: 'uploaded', type: 'image/jpeg' })
      // For the owner of that photo, use the photo of another lawyer.
      const isOwnPhoto = ownerId === userId && variant === "another's photo"
      return { ...profile, avatarKey: isOwnPhoto ? world.families.a.photoKey : avatarKey }
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
    freshActor: true,
  },
  'lawyers.publicProfile': {
    // Abuse 27: only verified lawyers are public.
    variants: [
      'verified',
      'verified without a plan',
      'under review',
      'pending',
      'client',
      'administrator',
      'absent',
    ],
    input: ({ variant, world: { ids } }) => ({
      id:
        {
          verified: ids.paid,
          'verified without a plan': ids.gratis,
          'under review': ids.adminPending,
          pending: ids.emailPending,
          client: ids.clientA,
          administrator: ids.admin,
        }[variant] ?? randomUUID(),
    }),
    answers: {
      adminPending: { verified: 200, 'verified without a plan': 200, 'under review': 200, others: 404 },
      emailPending: { verified: 200, 'verified without a plan': 200, pending: 200, others: 404 },
      others: { verified: 200, 'verified without a plan': 200, others: 404 },
    },
    isPublic: true,
  },
  'lawyers.colleagues': { answers: { verified: 200, others: 403 } },
  'plans.list': { answers: { others: 200 }, isPublic: true },
  'plans.subscribe': {
    // Abuse 4: the input is only the plan's name; credits and price come from the table.
    variants: ['avanzado', 'gratis', 'the same', 'unknown', 'with credits', 'for another'],
    input: ({ variant, actor, world }) => ({
      planId:
        variant === 'the same'
          ? actor === 'gratis'
            ? 'gratis'
            : 'basico'
          : variant === 'gratis'
            ? 'gratis'
            : variant === 'unknown'
              ? 'platino'
              : 'avanzado',
      ...(variant === 'with credits' && { credits: 999 }),
      ...(variant === 'for another' && { lawyerId: world.ids.gratis }),
    }),
    answers: {
      verified: { avanzado: 200, gratis: 409, 'the same': 409, others: 422 },
      others: { avanzado: 403, gratis: 403, 'the same': 403, others: 422 },
    },
    freshActor: true,
  },
  'plans.credits': { answers: { lawyers: 200, others: 403 } },
  'plans.movements': { answers: { lawyers: 200, others: 403 } },
}
