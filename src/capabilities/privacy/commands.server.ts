import { formatRut } from '../../chile/rut.ts'
import { cutPage } from '../../input/cursor.ts'
import type { Config } from '../../platform/config/config.ts'
import { runInTransaction, type Tx } from '../../platform/database/database.server.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import { discardFilesOf } from '../../platform/files/stored-files.server.ts'
import { countLooks, looksAt } from '../../platform/log/looks.server.ts'
import { LOOK_PURPOSES, LOOKS } from '../../platform/log/looks.ts'
import { isPersonal } from '../../platform/personal-data/inventory.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { requireProof } from '../../platform/session/proof.ts'
import { CHANGED_VERSIONS, versionId } from '../consents/rules.ts'
import { notify } from '../notices/commands.server.ts'
import { dataInventory } from './inventory.ts'
import { countOpenRequests, leaveRequests } from './request-store.server.ts'
import { leaveBlocks } from './requests/blocks.server.ts'
import { requireLook } from './requests/look-limit.server.ts'
import { ANNOUNCEMENT_DAYS, heldGroups, LOOKS_PAGE_SIZE, personalTables, versionNoticeKind } from './rules.ts'
import type { Held, LooksInput, LooksPage, Processor, RevealInput } from './schema.ts'
import * as store from './store.server.ts'

/** For the slice console. */
export { countOpenRequests, requireLook }

const allTables: store.Tables = Object.entries(dataInventory).flatMap(([name, table]) =>
  isPersonal(table) ? [[name, table] as const] : [],
)

/** DAT-03: what Amparo keeps of the caller, for their role, with how much of it there is now. */
export async function heldOf(context: SignedInContext): Promise<Result<Held>> {
  const { db, config, session } = context
  const { role } = session.user
  const rows = await store.countRows(db, session.userId, allTables, personalTables(dataInventory, role))
  // The rows of the log that belong to a person are their own actions: the looks at them are counted as DAT-36 shows them.
  const looks = await countLooks(db, session.userId)
  const counts = { ...rows, audit_log: { '*': 0, ...rows.audit_log, person_id: looks, purpose: looks } }
  const masked = await store.findMasked(db, session.userId)
  const values = { rut: masked?.rut ?? null, date: masked?.birth_date ?? null }
  return accept({ groups: heldGroups(dataInventory, role, counts, values), processors: processorsOf(config) })
}

/** DAT-03 «Mostrar»: a value that the page shows masked. Refuses (403, REAUTH) without a fresh proof. */
export async function reveal(
  context: SignedInContext,
  { kind }: RevealInput,
): Promise<Result<{ value: string | null }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const values = await store.findMasked(context.db, context.session.userId)
  if (kind === 'date') return accept({ value: values?.birth_date ?? null })
  return accept({ value: values?.rut ? formatRut(values.rut) : null })
}

/** DAT-36: a page of the looks of the team at the caller's data, newest first. */
export async function looksOf(
  { db, session }: SignedInContext,
  input: LooksInput,
): Promise<Result<LooksPage>> {
  const rows = await looksAt(db, session.userId, input?.after ?? null, LOOKS_PAGE_SIZE + 1)
  const { shown, next } = cutPage(rows, LOOKS_PAGE_SIZE, ({ id }) => id)
  return accept({
    looks: shown.map(({ id, at, action, purpose, request_number }) => ({
      id,
      at: at.toISOString(),
      what: LOOKS[action],
      why: [LOOK_PURPOSES[purpose], request_number].filter(Boolean).join(' '),
    })),
    next,
  })
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', ''])
/** `%2F…`: the folder of a socket on this machine. */
const isLocal = (host: string) => LOCAL_HOSTS.has(host) || host.startsWith('%2F')
const COUNTRY_UNKNOWN = 'El operador no ha informado el país.'

/** DAT-03: who works with the data for Amparo, by the settings in use. What runs on this machine is not listed. */
export function processorsOf(config: Config): Processor[] {
  const { databaseUrl, files, smtpUrl, languageModel, countries } = config
  const filesUrl = files.kind === 's3' ? (files.endpoint ?? `https://s3.${files.region}.amazonaws.com`) : null
  const used = [
    { url: databaseUrl, task: 'Guarda la base de datos', country: countries.database },
    { url: filesUrl, task: 'Guarda los archivos', country: countries.files },
    { url: smtpUrl, task: 'Envía los correos', country: countries.mail },
    {
      url: languageModel?.url ?? null,
      task: 'Analiza el texto de la búsqueda con IA',
      country: countries.languageModel,
    },
  ]
  return used.flatMap(({ url, task, country }) => {
    const name = url !== null && URL.canParse(url) ? new URL(url).hostname : ''
    return isLocal(name) ? [] : [{ name, task, country: country ?? COUNTRY_UNKNOWN }]
  })
}

/** People per transaction. */
const ANNOUNCEMENT_BATCH_SIZE = 500

/** DAT-33: tells everybody who registered before a changed version of a legal document of it, once, for ANNOUNCEMENT_DAYS. */
export async function announceVersions({ db, wake }: Pick<Platform, 'db' | 'wake'>): Promise<void> {
  for (const version of CHANGED_VERSIONS) {
    const kind = versionNoticeKind(versionId(version))
    const batch = () =>
      runInTransaction(db, async (tx) => {
        const userIds = await store.listUntold(tx, {
          key: kind,
          since: version.version,
          days: ANNOUNCEMENT_DAYS,
          limit: ANNOUNCEMENT_BATCH_SIZE,
        })
        const notices = userIds.map((userId) => ({ userId, kind, key: kind, ref: userId }))
        await notify(
          tx,
          { wake },
          notices.map((notice) => ({ ...notice, caseId: null, actorId: null })),
        )
        return userIds.length
      })
    while ((await batch()) > 0);
  }
}

/**
 * Step of account deletion: the files of copies and requests. Copies are deleted; of requests stay number, dates,
 * outcome and the texts sent (DAT-22).
 */
export async function leavePrivacy(
  tx: Tx,
  platform: Pick<Platform, 'sealer' | 'wake'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await discardFilesOf(tx, id, ['copias', 'evidencia'])
  await leaveBlocks(tx, platform, id)
  await leaveRequests(tx, id, platform.sealer.digest(email))
}
