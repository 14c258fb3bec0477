import { isoDay } from '../../chile/dates.ts'
import { formatRut } from '../../chile/rut.ts'
import { maskEmail, maskName } from '../../input/masks.ts'
import { transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { recordLook } from '../../platform/log/looks.server.ts'
import { asAdmin, asProvenAdmin } from '../../platform/rpc/admin-commands.server.ts'
import { DEADLINE_RULES } from '../deadlines/catalogue.server.ts'
import { DIRECTORY_VERSION, HELP_ENTRIES } from '../guidance/catalogue.server.ts'
import { countWaitingReports } from '../moderation/commands.server.ts'
import { countOpenRequests, requireLook } from '../privacy/commands.server.ts'
import { decideEmailDispute } from '../security/commands.server.ts'
import { EMAIL_DECISION_DAYS } from '../security/rules.ts'
import { countSubmissions } from '../verification/commands.server.ts'
import { keptEntries, LOG_PAGE_SIZE, type TableAge, tableAges } from './rules.ts'
import {
  type ConsoleCounts,
  type DecideDisputeInput,
  type EmailDispute,
  type FindInput,
  type FoundPerson,
  type LogInput,
  type LogPage,
  MESSAGES,
  type OpenInput,
  type PersonCard,
  type RetentionRuleState,
} from './schema.ts'
import * as store from './store.server.ts'

/**
 * DAT-62: an exact look-up, by an e-mail address, RUT or id. Found or not, it is a row of the log; a found person sees
 * it in «Quién vio tus datos». The value that was searched is not kept.
 * Refusals: not an administrator, or no fresh proof (403), more than 60 looks in an hour (429).
 */
export const findPerson = asAdmin(
  async (
    context,
    admin,
    { by, value, purpose, reference }: FindInput,
  ): Promise<Result<{ person: FoundPerson | null }>> => {
    const refused = await requireLook(context, admin)
    if (refused) return refused
    return transact(context.db, async (tx): Promise<Result<{ person: FoundPerson | null }>> => {
      const person = await store.findPerson(tx, admin, by, value)
      if (!person) {
        const details = { by, reference }
        await audit(tx, { actor: admin.adminId, action: 'account.not_found', object: null, purpose, details })
        return accept({ person: null })
      }
      const { id, name, email, role, verification, isSuspended, since } = person
      const look = { adminId: admin.adminId, personId: id, purpose, reference, details: { by } }
      await recordLook(tx, { ...look, action: 'account.found' })
      const masked = { name: maskName(name), email: maskEmail(email) }
      return accept({ person: { id, ...masked, role, verification, isSuspended, since } })
    })
  },
)

/** DAT-62: opens the account of a person: a second look. Refusals: as `findPerson`, and unknown (404). */
export const openPerson = asAdmin(
  async (context, admin, { personId, purpose, reference }: OpenInput): Promise<Result<PersonCard>> => {
    const refused = await requireLook(context, admin)
    if (refused) return refused
    return transact(context.db, async (tx) => {
      const person = await store.findPerson(tx, admin, 'id', personId)
      if (!person) return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknown })
      await recordLook(tx, { adminId: admin.adminId, action: 'account.viewed', personId, purpose, reference })
      const sessions = Number(await store.countSessions(tx, personId))
      return accept({ ...person, rut: person.rut && formatRut(person.rut), sessions })
    })
  },
)

/** DAT-64: a page of the log of actions; reading it is a row too. Refusals: 403 as above. */
export const readLog = asProvenAdmin(
  async (context, admin, input: LogInput): Promise<Result<LogPage>> =>
    transact(context.db, async (tx) => {
      const rows = await store.logPage(tx, admin, input, LOG_PAGE_SIZE + 1)
      const { personId = null, before, ...filters } = input
      await audit(tx, {
        actor: admin.adminId,
        action: 'log.read',
        object: personId,
        details: filters,
      })
      const items = rows.slice(0, LOG_PAGE_SIZE).map(({ id, actorId, actorName, actorRole, ...row }) => ({
        ...row,
        id: String(id),
        actor: actorId === null ? null : actorOf(actorId, actorName, actorRole === 'admin'),
      }))
      return accept({ items, next: rows.length > LOG_PAGE_SIZE ? (items.at(-1)?.id ?? null) : null })
    }),
)

/** Administrators know each other; other people are masked. */
const actorOf = (id: string, name: string | null, isAdmin: boolean) => ({
  id,
  name: isAdmin ? (name ?? '') : maskName(name ?? ''),
  isAdmin,
})

/** DAT-59: what waits on the pages of administrators. */
export const readCounts = asAdmin(async ({ db }, admin): Promise<Result<ConsoleCounts>> => {
  const profiles = { total: await countSubmissions(db, admin), overdue: 0 }
  const reports = await countWaitingReports(db, admin)
  const requests = await countOpenRequests(db)
  const disputes = await store.countDisputes(db, admin, EMAIL_DECISION_DAYS)
  return accept({
    profiles,
    requests: {
      total: requests.total + (disputes?.total ?? 0),
      overdue: requests.overdue + (disputes?.overdue ?? 0),
    },
    reports,
  })
})

/** DAT-55: disputed changes of address whose person answered «Sí fui yo». */
export const listEmailDisputes = asAdmin(
  async ({ db }, admin): Promise<Result<{ disputes: { id: string; claimedAt: Date }[] }>> =>
    accept({ disputes: await store.listDisputes(db, admin) }),
)

/** DAT-55: one of them, with the person's data; a look. Refusals: no fresh proof (403), too many looks (429), unknown or decided (404). */
export const openEmailDispute = asAdmin(
  async (context, admin, { id }: { id: string }): Promise<Result<EmailDispute>> => {
    const refused = await requireLook(context, admin)
    if (refused) return refused
    return transact(context.db, async (tx) => {
      const found = await store.findDispute(tx, admin, id)
      if (!found) return refuse({ code: 'NOT_FOUND', message: MESSAGES.disputeUnknown })
      const { userId, rut, ...dispute } = found
      const isOwn = userId === admin.adminId
      if (!isOwn)
        await recordLook(tx, {
          adminId: admin.adminId,
          action: 'email_change.viewed',
          personId: userId,
          purpose: 'security',
          reference: id,
        })
      return accept({ ...dispute, rut: rut && formatRut(rut), isOwn })
    })
  },
)

/**
 * DAT-55: keeps or undoes the change, with how identity was shown. Of two decisions one succeeds. Refusals: no fresh proof,
 * the own account (403), unknown (404), decided meanwhile (409).
 */
export const decideDispute = asProvenAdmin(
  async (context, admin, { id, keeps, reason }: DecideDisputeInput): Promise<Result<{ decided: true }>> =>
    transact(context.db, async (tx) => {
      const userId = await store.findDisputePerson(tx, admin, id)
      if (userId === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.disputeUnknown })
      const decided = await decideEmailDispute(tx, context, {
        ...{ id, userId, keeps, reason },
        adminId: admin.adminId,
      })
      if (!decided.ok) return decided
      await audit(tx, {
        actor: admin.adminId,
        action: keeps ? 'email_change.kept' : 'email_change.reverted',
        object: userId,
        person: userId,
        details: { reference: id },
      })
      return accept({ decided: true as const })
    }),
)

/** DAT-37: the rules of retention and what they deleted. */
export const listRetention = asAdmin(
  async ({ db }, admin): Promise<Result<{ rules: RetentionRuleState[] }>> =>
    accept({ rules: await store.listRetention(db, admin) }),
)

/** PLZ-78: how old these tables are today. */
export const readAges = asAdmin(async (): Promise<Result<{ tables: TableAge[] }>> => {
  const entries = keptEntries(DEADLINE_RULES, HELP_ENTRIES, DIRECTORY_VERSION)
  return accept({ tables: tableAges(entries, isoDay(new Date())) })
})
