import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { sha256Hex } from '../../platform/keys/tokens.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  CASE_SENTENCE_VERSION,
  caseSentence,
  EXTERNAL_ANALYSIS_VERSION,
  externalAnalysisSentence,
  newestVersion,
  SCREENS,
  type Screen,
} from './rules.ts'
import { MESSAGES, type OwnConsent } from './schema.ts'
import * as store from './store.server.ts'

/** DAT-28: a new account accepts the terms and declares to know the privacy policy. */
export async function agreeToDocuments(tx: Tx, userId: string): Promise<void> {
  await store.insertMovements(
    tx,
    userId,
    (['terminos', 'privacidad'] as const).map((kind) => {
      const { version, sha256: textSha256 } = newestVersion(kind)
      return { kind, version, textSha256, given: true, caseId: null, screen: SCREENS.register }
    }),
  )
}

/** A press of a button under `caseSentence`. */
export interface CaseConsent {
  caseId: string
  /** The button's label. */
  button: string
  hasChildren: boolean
  /** PLZ-66: whether the case is not in the market. */
  isHidden?: boolean
  screen: Screen
}

/** DAT-29: consents to keeping and showing the sensitive data of a case. */
export const consentToCase = (
  tx: Tx,
  userId: string,
  { caseId, button, screen, ...shown }: CaseConsent,
): Promise<void> => {
  const textSha256 = sha256Hex(caseSentence(button, shown))
  const movement = { version: CASE_SENTENCE_VERSION, textSha256, given: true, caseId, screen }
  return store.insertMovements(tx, userId, [{ kind: 'datos_sensibles', ...movement }])
}

/**
 * DAT-30: withdraws the consent about a case, in the transaction that takes it off the market. Without a given consent it
 * writes nothing.
 */
export async function withdrawCaseConsent(
  tx: Tx,
  userId: string,
  { caseId, screen }: { caseId: string; screen: Screen },
): Promise<void> {
  await store.lockConsentsOf(tx, userId)
  const given = (await store.listLatest(tx, userId)).find((one) => one.case_id === caseId && one.given)
  if (!given) return
  const { version, text_sha256: textSha256 } = given
  const movement = { version, textSha256, given: false, caseId, screen }
  await store.insertMovements(tx, userId, [{ kind: 'datos_sensibles', ...movement }])
}

/** DAT-31: consents to sending texts to the server of a language model; writes a row unless the last one is the same. */
export async function consentToExternalAnalysis(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  server: string,
): Promise<void> {
  const textSha256 = sha256Hex(externalAnalysisSentence(server))
  await transact(db, async (tx) => {
    await store.lockConsentsOf(tx, userId)
    const latest = (await store.listLatest(tx, userId)).find(({ kind }) => kind === 'ia_externa')
    if (latest?.given && latest.text_sha256 === textSha256) return accept(true)
    const movement = { version: EXTERNAL_ANALYSIS_VERSION, textSha256, given: true, caseId: null }
    await store.insertMovements(tx, userId, [{ kind: 'ia_externa', ...movement, screen: SCREENS.search }])
    return accept(true)
  })
}

/** DAT-31: withdraws the consent to send texts to another server. Errors: there is none (409). */
export const withdrawExternalAnalysis = (context: SignedInContext): Promise<Result<{ withdrawn: true }>> =>
  transact(context.db, async (tx) => {
    const { userId } = context.session
    await store.lockConsentsOf(tx, userId)
    const latest = (await store.listLatest(tx, userId)).find(({ kind }) => kind === 'ia_externa')
    if (!latest?.given) return refuse({ code: 'CONFLICT', message: MESSAGES.nothingToWithdraw })
    const { version, text_sha256: textSha256 } = latest
    const movement = { version, textSha256, given: false, caseId: null, screen: SCREENS.ownData }
    await store.insertMovements(tx, userId, [{ kind: 'ia_externa', ...movement }])
    return accept({ withdrawn: true as const })
  })

/** DAT-27: the present state of each consent of the caller. */
export async function ownConsents({
  db,
  session,
}: SignedInContext): Promise<Result<{ consents: OwnConsent[] }>> {
  const rows = await store.listLatest(db, session.userId)
  return accept({
    consents: rows.map(({ id: _, text_sha256: _hash, at, ...consent }) => ({
      ...consent,
      at: at.toISOString(),
    })),
  })
}

/** For later slices: whether a client consents to keeping and showing the sensitive data of a case (DAT-29). */
export const hasCaseConsent = async (db: Db, userId: string, caseId: string): Promise<boolean> =>
  (await store.findLatest(db, userId, 'datos_sensibles', caseId)) === true

/** For later slices: the last movement about each case of a client, by case id. */
export async function latestCaseConsents(
  db: Db,
  userId: string,
): Promise<Map<string, { given: boolean; at: Date }>> {
  const rows = await store.listLatest(db, userId)
  return new Map(rows.flatMap(({ case_id, given, at }) => (case_id ? [[case_id, { given, at }]] : [])))
}

/** Departure: the movements stay as proof, without the person. */
export async function leaveConsents(
  tx: Tx,
  { sealer }: Pick<Platform, 'sealer'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await store.anonymise(tx, id, sealer.digest(email))
}
