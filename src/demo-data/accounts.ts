import { hashPassword } from '../capabilities/accounts/identity/passwords.server.ts'
import { insertAccount, markEmailVerified } from '../capabilities/accounts/store.server.ts'
import { agreeToDocuments } from '../capabilities/consents/commands.server.ts'
import type { Db } from '../platform/database/database.server.ts'
import type { Role, VerificationStatus } from '../platform/session/session.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { setVerification } from './lawyers.ts'

let demoHash: Promise<string> | undefined
/** Hash of the demonstration's password, computed once per process. */
const hashDemoPassword = () => (demoHash ??= hashPassword(DEMO_PASSWORD))
let accountCount = 0

export interface AccountAttributes {
  name?: string
  email?: string
  role?: Role
  verificationStatus?: VerificationStatus
  /** Whether the e-mail address is confirmed. Default: true, except for a lawyer who has just registered. */
  emailConfirmed?: boolean
  /** Plain text. Default: the demonstration's password. */
  password?: string
  /** Hash of the password, for callers that have it already. */
  passwordHash?: string
}

const hasConfirmedEmail = (status: VerificationStatus | undefined) =>
  status !== undefined && status !== 'email_pending'

/**
 * Creates an account as registration or the operator would. For tests, the demonstration and benchmarks.
 * @returns its id, e-mail address and password
 * @throws when the address is in use
 */
export async function makeAccount(
  db: Db,
  input: AccountAttributes = {},
): Promise<{ id: string; email: string; password: string }> {
  accountCount++
  const password = input.password ?? DEMO_PASSWORD
  const role = input.role ?? 'client'
  const email = input.email ?? `persona${accountCount}-${process.pid}@prueba.test`
  const passwordHash =
    input.passwordHash ?? (await (input.password ? hashPassword(input.password) : hashDemoPassword()))
  const isConfirmed =
    input.emailConfirmed ?? (role !== 'lawyer' || hasConfirmedEmail(input.verificationStatus))
  const id = await db.transaction().execute(async (tx) => {
    const newId = await insertAccount(tx, {
      name: input.name ?? 'Camila Rojas Fuentes',
      email,
      role,
      passwordHash,
      verificationStatus: role === 'lawyer' ? 'email_pending' : null,
    })
    if (newId !== null && role !== 'admin') await agreeToDocuments(tx, newId)
    if (newId !== null && isConfirmed) await markEmailVerified(tx, newId)
    return newId
  })
  if (id === null) throw new Error(`The address ${email} is taken.`)
  if (role === 'lawyer' && input.verificationStatus) await setVerification(db, id, input.verificationStatus)
  return { id, email, password }
}

/** The id of the account with this name. @throws when there is none */
export async function findAccountId(db: Db, name: string): Promise<string> {
  const account = db.selectFrom('profiles').select('id').where('name', '=', name)
  return (await account.executeTakeFirstOrThrow()).id
}
