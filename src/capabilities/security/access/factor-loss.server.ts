import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../../platform/http/rate-limit.server.ts'
import { audit } from '../../../platform/log/audit.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { EventPublisher } from '../../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedInContext } from '../../../platform/rpc/context.server.ts'
import {
  endSessions,
  FROZEN_ACCOUNT,
  findPerson,
  isFrozen,
  listAdministrators,
  lockAccount,
  makeLink,
  signInWithPassword,
  takeLink,
} from '../../accounts/commands.server.ts'
import type { LoginInput } from '../../accounts/schema.ts'
import { publishChange } from '../commands.server.ts'
import {
  factorLossCancelMail,
  factorLossLinkMail,
  factorResetMail,
  securityChangedMail,
} from '../mail.server.tsx'
import { FACTOR_LOSS_LIMIT, FACTOR_LOSS_LINK_SECONDS, FACTOR_LOSS_SECONDS } from '../rules.ts'
import { MESSAGES } from '../schema.ts'
import * as store from '../store.server.ts'

const REQUEST_LINK = 'factor-loss'
const CANCEL_LINK = 'factor-loss-cancel'
const LINK_INVALID: Refusal = { code: 'NOT_FOUND', message: MESSAGES.linkInvalid }

/**
 * DAT-50: somebody with the password asks for the link that starts the 72 hours. Refuses as a sign-in does, an account
 * without a second step (409), an administrator's or one whose address is disputed (403) and too many requests (429).
 */
export const requestFactorLoss = (context: Context, input: LoginInput): Promise<Result<{ sent: true }>> =>
  signInWithPassword(context, input, async ({ userId }) => {
    if (await isFrozen(context.db, userId)) return refuse(FROZEN_ACCOUNT)
    const user = await findPerson(context.db, userId)
    if (user?.role === 'admin') return refuse({ code: 'FORBIDDEN', message: MESSAGES.lossOfAdministrator })
    if (!user || !(await store.hasFactor(context.db, userId)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.lossUnneeded })
    const counted = await checkRateLimit(
      context.db,
      `factor-loss:${userId}`,
      FACTOR_LOSS_LIMIT,
      MESSAGES.lossTooMany,
    )
    if (!counted.ok) return counted
    return transact(context.db, async (tx) => {
      // Again under the lock of the account: a freeze or a change of address ends the links that are there.
      await lockAccount(tx, userId)
      if (await isFrozen(tx, userId)) return refuse(FROZEN_ACCOUNT)
      const { email, name } = (await findPerson(tx, userId)) ?? user
      const { token, key, expires } = await makeLink(tx, {
        kind: REQUEST_LINK,
        userId,
        seconds: FACTOR_LOSS_LINK_SECONDS,
      })
      await sendMail(tx, context.sealer, {
        template: factorLossLinkMail,
        to: email,
        props: { name, link: `${context.config.publicUrl}/recuperar-acceso#empezar=${token}` },
        key,
        expires,
      })
      return accept({ sent: true as const })
    })
  })

/** DAT-50: the link of that e-mail: the 72 hours begin, and the person is notified. Refuses a used or expired link (404). */
export const startFactorLoss = (
  context: Context,
  { token }: { token: string },
): Promise<Result<{ dueAt: string }>> =>
  transact(context.db, async (tx) => {
    const userId = await takeLink(tx, REQUEST_LINK, token)
    // DAT-55: asked under the lock of the account, which the freeze takes too.
    if (userId === null || (await isFrozen(tx, userId))) return refuse(LINK_INVALID)
    const user = await findPerson(tx, userId)
    if (!user || !(await store.hasFactor(tx, userId)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.lossUnneeded })
    const { dueAt, isNew } = await store.openFactorLoss(tx, userId, FACTOR_LOSS_SECONDS)
    if (isNew) {
      const cancel = await makeLink(tx, { kind: CANCEL_LINK, userId, seconds: FACTOR_LOSS_SECONDS })
      await sendMail(tx, context.sealer, {
        template: factorLossCancelMail,
        to: user.email,
        props: {
          name: user.name,
          dueAt: dueAt.toISOString(),
          link: `${context.config.publicUrl}/recuperar-acceso#cancelar=${cancel.token}`,
        },
        key: cancel.key,
        expires: cancel.expires,
      })
      await publishChange(tx, context, userId)
    }
    return accept({ dueAt: dueAt.toISOString() })
  })

/** Ends the wait of an account, if there is one: its owner has, or cancelled, the second step (DAT-50). */
export async function cancelOpenLoss(tx: Tx, platform: EventPublisher, userId: string): Promise<boolean> {
  const wasOpen = await store.cancelFactorLoss(tx, userId)
  if (wasOpen) await publishChange(tx, platform, userId)
  return wasOpen
}

/** DAT-50 «Cancelar» in a session. Refused (409) if nothing waits. */
export const cancelFactorLoss = (context: SignedInContext): Promise<Result<{ cancelled: true }>> =>
  transact(context.db, async (tx) =>
    (await cancelOpenLoss(tx, context, context.session.userId))
      ? accept({ cancelled: true as const })
      : refuse({ code: 'CONFLICT', message: MESSAGES.lossEnded }),
  )

/** DAT-50 «Cancelar» in the e-mail. Refuses an unknown or used link (404), and if nothing waits (409). */
export const cancelFactorLossByLink = (
  context: Context,
  { token }: { token: string },
): Promise<Result<{ cancelled: true }>> =>
  transact(context.db, async (tx) => {
    const userId = await takeLink(tx, CANCEL_LINK, token)
    if (userId === null) return refuse(LINK_INVALID)
    return (await cancelOpenLoss(tx, context, userId))
      ? accept({ cancelled: true as const })
      : refuse({ code: 'CONFLICT', message: MESSAGES.lossEnded })
  })

async function removeFactors(tx: Tx, platform: Platform, userId: string): Promise<void> {
  await store.deleteFactors(tx, userId)
  await endSessions(tx, platform, userId, null)
  await publishChange(tx, platform, userId)
}

/** DAT-50: takes the second step away where 72 hours are over: one account per transaction, on any number of processes. */
export async function finishFactorLosses(platform: Platform): Promise<void> {
  for (const userId of await store.findDueLosses(platform.db)) {
    try {
      await runInTransaction(platform.db, (tx) => finishFactorLoss(tx, platform, userId))
    } catch (error) {
      // The others must not wait for this one, which the next run tries again.
      platform.log.error({ err: error, userId }, 'a second step was not taken away')
    }
  }
}

async function finishFactorLoss(tx: Tx, platform: Platform, userId: string): Promise<void> {
  // The same order as a sign-in, which cancels: it finishes before, or finds no second step.
  await lockAccount(tx, userId)
  const id = await store.finishFactorLoss(tx, userId)
  const user = id && (await findPerson(tx, userId))
  if (!user) return
  await removeFactors(tx, platform, userId)
  await sendMail(tx, platform.sealer, {
    template: securityChangedMail,
    to: user.email,
    props: { name: user.name, change: 'loss', link: `${platform.config.publicUrl}/seguridad` },
    key: `factor-loss-finished:${id}`,
  })
}

/**
 * DAT-50: `npm run admin:reset-factor`, the only way for administrators: audited, and all of them get an e-mail. Refuses
 * an unknown address (404), another role (403) and an account without a second step (409).
 */
export async function resetAdministratorFactor(
  platform: Platform,
  { email }: { email: string },
): Promise<Result<true>> {
  const administrators = await listAdministrators(platform.db)
  const person = administrators.find((one) => one.email === email.trim().toLowerCase())
  if (!person) return refuse({ code: 'NOT_FOUND', message: MESSAGES.noSuchAdministrator })
  return transact(platform.db, async (tx) => {
    await lockAccount(tx, person.id)
    if (!(await store.hasFactor(tx, person.id))) return refuse({ code: 'CONFLICT', message: MESSAGES.notOn })
    await removeFactors(tx, platform, person.id)
    await audit(tx, { actor: null, action: 'account.factor_reset', object: person.id, person: person.id })
    for (const { id, email: to, name } of administrators)
      await sendMail(tx, platform.sealer, {
        template: factorResetMail,
        to,
        props: { name, who: person.name },
        key: `factor-reset:${person.id}:${id}:${Date.now()}`,
      })
    return accept(true as const)
  })
}
