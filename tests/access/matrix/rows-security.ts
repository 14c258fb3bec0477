/** Matrix rows of the slice security. */
import { createHash, randomUUID } from 'node:crypto'
import { encryptSecret, newTotpSecret } from '../../../src/capabilities/security/codes.server.ts'
import { DEMO_PASSWORD } from '../../../src/demo-data/demo-accounts.ts'
import { totpCode } from '../../support/data/second-step.ts'
import type { Cell, Row } from './rows.ts'

const changeOfSecondStep: Row = {
  variants: ['proven', 'not proven'],
  answers: { others: { proven: 200, 'not proven': 403 } },
  freshActor: true,
  proven: true,
}

/** Saves a secret of the actor's application, where the request will succeed. @returns the secret */
async function saveTotp({ world, variant, userId }: Cell, isConfirmed: boolean): Promise<string> {
  const secret = newTotpSecret()
  if (variant === 'proven')
    await world.suite.database.sql(
      `insert into totp_secrets (user_id, sealed, confirmed_at) values ($1, $2, case when $3 then app_now() end)
       on conflict (user_id) do nothing`,
      [userId, await encryptSecret(world.suite.platform, userId, secret), isConfirmed],
    )
  return secret
}

export const securityRows: Record<string, Row> = {
  'security.confirmIdentity': {
    variants: ['right', 'wrong', 'of another account'],
    input: ({ variant, world }) => ({
      password: variant === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      ...(variant === 'of another account' && { userId: world.ids.clientB }),
    }),
    answers: { others: { right: 200, others: 422 } },
    freshActor: true,
    hashesPassword: true,
  },
  'security.overview': { answers: { others: 200 } },
  'security.pendingStep': { answers: { others: 200 }, isPublic: true },
  'security.extendPendingStep': {
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/second-step.test.ts: it needs the cookie of a waiting sign-in',
  },
  'security.finishSignIn': {
    input: () => ({ code: '123456' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/second-step.test.ts: it needs the cookie of a waiting sign-in',
  },
  'security.startTotp': {
    variants: ['proven', 'not proven'],
    answers: { others: { proven: 200, 'not proven': 403 } },
    freshActor: true,
    proven: true,
  },
  'security.confirmTotp': {
    ...changeOfSecondStep,
    input: async (cell) => ({ code: totpCode(await saveTotp(cell, false)) }),
  },
  'security.removeTotp': { ...changeOfSecondStep, input: (cell) => saveTotp(cell, true).then(() => ({})) },
  'security.newRecoveryCodes': {
    ...changeOfSecondStep,
    input: (cell) => saveTotp(cell, true).then(() => ({})),
  },
  'security.startPasskey': { ...changeOfSecondStep },
  'security.addPasskey': {
    answers: { others: 403 },
    input: () => ({ name: 'Llave', id: 'aaaa', clientDataJSON: 'e30', attestationObject: 'aaaa' }),
    succeedsIn: 'tests/api/passkeys.test.ts: it needs an authenticator',
  },
  'security.removePasskey': {
    variants: ['proven', 'not proven', 'of another account'],
    answers: { others: { proven: 200, 'not proven': 403, 'of another account': 403 } },
    freshActor: true,
    proven: true,
    input: async ({ world, variant, userId }) => {
      const id = randomUUID()
      const owner = variant === 'of another account' ? await world.createActorLike('clientA') : userId
      await world.suite.database.sql(
        `insert into passkeys (id, user_id, credential_id, public_key, counter, name) values ($1, $2, $3, '', 0, 'x')`,
        [id, owner, id],
      )
      return { id }
    },
  },
  'security.startPasskeySignIn': {
    variants: ['alone', 'as second step'],
    input: ({ variant }) => ({ secondStep: variant === 'as second step' }),
    answers: { others: { alone: 200, 'as second step': 404 } },
    isPublic: true,
  },
  'security.signInWithPasskey': {
    input: () => ({ id: 'aaaa', clientDataJSON: 'e30', authenticatorData: 'aaaa', signature: 'aaaa' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/passkeys.test.ts: it needs an authenticator',
  },
  'security.startPasskeyProof': { answers: { others: 200 }, freshActor: true },
  'security.confirmWithPasskey': {
    input: () => ({ id: 'aaaa', clientDataJSON: 'e30', authenticatorData: 'aaaa', signature: 'aaaa' }),
    answers: { others: 404 },
    freshActor: true,
    succeedsIn: 'tests/api/passkeys.test.ts: it needs an authenticator',
  },
  'security.requestFactorLoss': {
    variants: ['without a second step', 'wrong', 'unknown'],
    input: async ({ variant, world }) => {
      const id = await world.createActorLike('clientA')
      const [row] = await world.suite.database.sql<{ email: string }>(
        'select email from "user" where id = $1',
        [id],
      )
      return {
        email: variant === 'unknown' ? `${randomUUID()}@prueba.test` : row?.email,
        password: variant === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      }
    },
    answers: { others: { 'without a second step': 409, others: 401 } },
    isPublic: true,
    hashesPassword: true,
    succeedsIn: 'tests/api/factor-loss.test.ts: it needs an account with the second step on',
  },
  'security.startFactorLoss': {
    input: () => ({ token: 'desconocido' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/factor-loss.test.ts: it needs the link of an e-mail',
  },
  'security.cancelFactorLoss': {
    variants: ['waiting', 'nothing'],
    input: async ({ variant, world, userId }) => {
      if (variant === 'waiting' && userId)
        await world.suite.database.sql(
          `insert into factor_losses (user_id, due_at) values ($1, app_now() + interval '1 day') on conflict do nothing`,
          [userId],
        )
      return {}
    },
    answers: { others: { waiting: 200, nothing: 409 } },
    freshActor: true,
  },
  'security.cancelFactorLossByLink': {
    input: () => ({ token: 'desconocido' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/factor-loss.test.ts: it needs the link of an e-mail',
  },
  'security.denySignIn': {
    variants: ['right', 'unknown'],
    input: async ({ variant, world }) => {
      const token = randomUUID()
      if (variant === 'right')
        await world.suite.database.sql(
          `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 day')`,
          [
            randomUUID(),
            `alarm:${createHash('sha256').update(token).digest('hex')}`,
            await world.createActorLike('clientA'),
          ],
        )
      return { token }
    },
    answers: { others: { right: 200, unknown: 404 } },
    isPublic: true,
    hashesPassword: true,
  },
  'security.requestEmailChange': {
    variants: ['proven', 'not proven'],
    input: () => ({ email: `${randomUUID()}@prueba.test` }),
    answers: {
      // Under review it is refused (409), but only new accounts of the matrix have a proof.
      adminPending: 403,
      others: { proven: 200, 'not proven': 403 },
    },
    freshActor: true,
    proven: true,
  },
  'security.cancelEmailChange': {
    variants: ['waiting', 'nothing'],
    input: async ({ variant, world, userId }) => {
      if (variant === 'waiting' && userId)
        await world.suite.database.sql(
          `insert into email_changes (user_id, old_email, new_email, expires_at)
           values ($1, 'a@prueba.test', 'b@prueba.test', app_now() + interval '1 day') on conflict do nothing`,
          [userId],
        )
      return {}
    },
    answers: { others: { waiting: 200, nothing: 409 } },
    freshActor: true,
  },
  'security.confirmEmailChange': {
    input: () => ({ token: 'desconocido' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/email-change.test.ts: it needs the link of an e-mail',
  },
  'security.denyEmailChange': {
    input: () => ({ token: 'desconocido' }),
    answers: { others: 404 },
    isPublic: true,
    succeedsIn: 'tests/api/email-dispute.test.ts: it needs the link of an e-mail',
  },
  'security.claimEmailChange': {
    variants: ['not disputed', 'wrong', 'unknown'],
    input: async ({ variant, world }) => {
      const id = await world.createActorLike('clientA')
      const [row] = await world.suite.database.sql<{ email: string }>(
        'select email from "user" where id = $1',
        [id],
      )
      return {
        email: variant === 'unknown' ? `${randomUUID()}@prueba.test` : row?.email,
        password: variant === 'wrong' ? 'equivocada' : DEMO_PASSWORD,
      }
    },
    answers: { others: { 'not disputed': 409, others: 401 } },
    isPublic: true,
    hashesPassword: true,
    succeedsIn: 'tests/api/email-dispute.test.ts: it needs an account whose change was denied',
  },
  'security.endSession': {
    variants: ['of this account', 'of another account', 'missing'],
    input: async ({ variant, world, userId }) => {
      const id = randomUUID()
      const owner = variant === 'of this account' ? userId : await world.createActorLike('clientA')
      if (variant !== 'missing')
        await world.suite.database.sql(
          `insert into session (id, "userId", token, "expiresAt") values ($1, $2, $3, app_now() + interval '1 day')`,
          [id, owner, id],
        )
      return { id }
    },
    answers: { others: { 'of this account': 200, others: 404 } },
    freshActor: true,
  },
}
