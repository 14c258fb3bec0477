import { hashPassword } from '../../capabilities/accounts/identity/passwords.server.ts'
import { insertAccount, markEmailVerified } from '../../capabilities/accounts/store.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Role, VerificationStatus } from '../../platform/session.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { setVerification } from './lawyers.ts'

let demoHash: Promise<string> | undefined
let made = 0

/** The demo's password as it is stored; hashed once a process. */
export function demoPasswordHash(): Promise<string> {
  demoHash ??= hashPassword(DEMO_PASSWORD)
  return demoHash
}

export interface AccountSketch {
  name?: string
  email?: string
  role?: Role
  verificationStatus?: VerificationStatus
  /** Whether the address is confirmed; so it is unless told, but for a lawyer who has just registered. */
  emailConfirmed?: boolean
  /** Clear text; hashed here. The demo's password when absent. */
  password?: string
  /** The same as it is stored, of whoever has hashed it already. */
  passwordHash?: string
}

const isPastEmail = (status: VerificationStatus | undefined) =>
  status !== undefined && status !== 'email_pending'

/**
 * An account as registration or the operator would leave it. Tests, demo and benches share it.
 * @returns its id, address and password
 */
export async function makeAccount(
  db: Db,
  sketch: AccountSketch = {},
): Promise<{ id: string; email: string; password: string }> {
  made++
  const password = sketch.password ?? DEMO_PASSWORD
  const role = sketch.role ?? 'client'
  const email = sketch.email ?? `persona${made}-${process.pid}@prueba.test`
  const passwordHash =
    sketch.passwordHash ?? (sketch.password ? await hashPassword(sketch.password) : await demoPasswordHash())
  const confirmed = sketch.emailConfirmed ?? (role !== 'lawyer' || isPastEmail(sketch.verificationStatus))
  const id = await db.transaction().execute(async (tx) => {
    const made = await insertAccount(tx, {
      name: sketch.name ?? 'Camila Rojas Fuentes',
      email,
      role,
      passwordHash,
      verificationStatus: role === 'lawyer' ? 'email_pending' : null,
    })
    if (made !== null && confirmed) await markEmailVerified(tx, made)
    return made
  })
  if (id === null) throw new Error(`The address ${email} is taken.`)
  if (role === 'lawyer' && sketch.verificationStatus) await setVerification(db, id, sketch.verificationStatus)
  return { id, email, password }
}
