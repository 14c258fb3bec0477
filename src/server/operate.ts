import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { makeBackup } from '../backup/backup.ts'
import { checkBackup } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import { describeError, dropDatabase, ensureDatabase, openDatabase } from '../embedded-postgres/database.ts'
import { FolderInUseError } from '../embedded-postgres/folder-lock.ts'
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts'
import { localSecret } from '../platform/config/local-secret.server.ts'
import { isDatabaseDown } from '../platform/database/database.server.ts'
import { addKey, keysFileOf } from '../platform/keys/key-file.server.ts'

/**
 * The operator's commands: npm run admin:create, admin:reset-factor, account:suspend, account:restore, review:hide, review:show,
 * keys:new, keys:retire, audit:check, demo:reset, backup, restore. Each prints its result and exits.
 */
const loadCli = () => import(pathToFileURL(resolve('build', 'server', 'cli.js')).href)

/** Opens the configured database. While Amparo runs on the data folder, connects to its running server. */
async function connectDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  try {
    return await openDatabase(config, console.log)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const { databaseUrl } = JSON.parse(readFileSync(join(config.dataDir, 'running.json'), 'utf8')) as {
      databaseUrl: string
    }
    return { url: databaseUrl, close: async () => {} }
  }
}

/** The environment variables that `completeConfig` needs. */
function completeEnv(config: Config, databaseUrl: string) {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: config.sessionSecret ?? localSecret(config.dataDir),
    LOCAL_MODE: config.localMode ? 'on' : 'off',
  }
}

/** The values of options that take a text. @throws on any other argument */
function textOptions(args: string[], ...names: string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  return parseArgs({ args, options }).values
}

/** Runs one function of cli.ts on the configured database and prints `done`. @throws the refusal's message */
async function runCommand(
  command:
    | 'adminCreate'
    | 'adminResetFactor'
    | 'accountSuspend'
    | 'accountRestore'
    | 'reviewHide'
    | 'keysRetire',
  input: object,
  done: string,
): Promise<void> {
  const config = readConfig(process.env)
  const database = await connectDatabase(config)
  try {
    const env = completeEnv(config, database.url)
    const commands = await loadCli()
    await commands.prepare(env, { demo: false })
    const result = await commands[command](env, input)
    if (!result.ok) throw new Error(result.refusal.message)
    console.log(done)
  } finally {
    await database.close()
  }
}

async function adminCreate(args: string[]): Promise<void> {
  const { email, name = 'Administración', password } = textOptions(args, 'email', 'name', 'password')
  if (!email)
    throw new Error(
      'Uso: npm run admin:create -- --email persona@dominio.cl [--name «Nombre»] [--password …]',
    )
  const generated = randomBytes(12).toString('base64url')
  const input = { email, name, password: password ?? generated }
  await runCommand('adminCreate', input, `Administrador creado: ${email}`)
  if (!password) console.log(`Contraseña (se muestra solo esta vez): ${generated}`)
}

/** DAT-50. */
async function adminResetFactor(args: string[]): Promise<void> {
  const { email } = textOptions(args, 'email')
  if (!email) throw new Error('Uso: npm run admin:reset-factor -- --email persona@dominio.cl')
  await runCommand('adminResetFactor', { email }, `Segundo paso quitado: ${email}`)
}

/** H-04. */
async function accountSuspend(args: string[]): Promise<void> {
  const { email, reason } = textOptions(args, 'email', 'reason')
  if (!email || !reason)
    throw new Error('Uso: npm run account:suspend -- --email persona@dominio.cl --reason «Motivo»')
  await runCommand('accountSuspend', { email, reason }, `Cuenta suspendida: ${email}`)
}

/** H-04. */
async function accountRestore(args: string[]): Promise<void> {
  const { email } = textOptions(args, 'email')
  if (!email) throw new Error('Uso: npm run account:restore -- --email persona@dominio.cl')
  await runCommand('accountRestore', { email }, `Cuenta restablecida: ${email}`)
}

/** H-04. */
async function reviewHide(args: string[]): Promise<void> {
  const { id, reason } = textOptions(args, 'id', 'reason')
  if (!id || !reason) throw new Error('Uso: npm run review:hide -- --id IDENTIFICADOR --reason «Motivo»')
  await runCommand('reviewHide', { id, reason }, `Reseña oculta: ${id}`)
}

/** H-04. */
async function reviewShow(args: string[]): Promise<void> {
  const { id } = textOptions(args, 'id')
  if (!id) throw new Error('Uso: npm run review:show -- --id IDENTIFICADOR')
  await runCommand('reviewHide', { id, reason: null }, `Reseña visible otra vez: ${id}`)
}

/** DAT-56. */
function keysNew(args: string[]): void {
  textOptions(args)
  const config = readConfig(process.env)
  const id = addKey(config)
  console.log(`Clave nueva, actual desde el próximo inicio: ${id} (${keysFileOf(config)})`)
}

/** DAT-57. */
async function keysRetire(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [id, ...more] = positionals
  if (!id || more.length > 0) throw new Error('Uso: npm run keys:retire -- IDENTIFICADOR')
  await runCommand(
    'keysRetire',
    { id },
    `Clave retirada: ${id}. Ya no hace falta en el archivo de claves, pero sí para abrir copias de seguridad anteriores.`,
  )
}

/** DAT-64. @throws when the audit log was changed */
async function auditCheck(args: string[]): Promise<void> {
  const { seal: hash = null } = textOptions(args, 'seal')
  const config = readConfig(process.env)
  const database = await connectDatabase(config)
  try {
    const env = completeEnv(config, database.url)
    const commands = await loadCli()
    await commands.prepare(env, { demo: false })
    const { checkpoints, rows, last, broken, isKnown } = await commands.auditCheck(env, hash)
    if (broken)
      throw new Error(
        `El registro fue alterado: el sello ${broken.checkpoint} no coincide con las filas entre ${broken.after} y ${broken.upTo}.`,
      )
    if (!isKnown) throw new Error('El registro fue alterado: el sello que indicaste ya no está.')
    console.log(
      last
        ? `El registro está entero: ${rows} filas en ${checkpoints} sellos. Último sello: ${last}`
        : 'El registro todavía no tiene sellos: se agregan cada hora mientras Amparo funciona.',
    )
  } finally {
    await database.close()
  }
}

async function demoReset(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.localMode || config.databaseUrl)
    throw new Error('La demostración existe solo en modo local, sobre la base de datos incorporada.')
  // Throws while Amparo runs on this folder, so that no active session loses its data.
  const database = await openDatabase(config, console.log)
  try {
    const admin = database.url.replace(/\/[^/]*$/, '/postgres')
    await dropDatabase(admin, 'amparo')
    await ensureDatabase(admin, 'amparo')
    const { prepare } = await loadCli()
    await prepare(completeEnv(config, database.url), { demo: true })
    console.log('La demostración quedó como nueva.')
  } finally {
    await database.close()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

async function backup(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [into, ...more] = positionals
  if (!into || more.length > 0) throw new Error('Uso: npm run backup -- CARPETA')
  const config = readConfig(process.env)
  const database = await connectDatabase(config)
  try {
    const { folder, manifest, missingFiles } = await makeBackup(config, database.url, into)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Copia hecha: ${folder} (${rows} filas, ${manifest.files.count} archivos de ${megabytes(manifest.files.bytes)})`,
    )
    if (missingFiles.length === 0) return
    console.error(`Faltan ${missingFiles.length} archivos que están en uso y no se encontraron enteros:`)
    for (const key of missingFiles) console.error(`  ${key}`)
  } finally {
    await database.close()
  }
}

async function restore(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { check: { type: 'boolean' }, replace: { type: 'boolean' }, identity: { type: 'string' } },
  })
  const [folder, ...more] = positionals
  if (!folder || more.length > 0)
    throw new Error('Uso: npm run restore -- COPIA [--check | --replace] [--identity ARCHIVO]')
  // Imported on demand: few backups are encrypted.
  const { withOpenBackup } = await import('../backup/encryption.ts')
  const open = <T>(work: (clear: string) => Promise<T>) =>
    withOpenBackup(folder, values.identity ?? null, work)
  if (values.check) {
    const { manifest } = await open(checkBackup)
    console.log(`La copia está entera: ${manifest.made}, Amparo ${manifest.amparo}.`)
    return
  }
  const config = readConfig(process.env)
  const { made, absent } = await open((clear) =>
    restoreBackup(config, clear, { replace: values.replace === true }),
  )
  console.log(`Restaurado a como estaba el ${made}. Todas las personas entrarán de nuevo.`)
  if (absent.length > 0) console.log(`Sin ${absent.length} archivos, que la copia no tiene.`)
}

/** PostgreSQL's error code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03'

function errorMessage(error: unknown): string {
  if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
    return 'Otra operación tiene bloqueada la base de datos: inténtalo de nuevo cuando termine.'
  if (isDatabaseDown(error))
    return `La base de datos no responde (${describeError(error)}): inténtalo de nuevo.`
  return describeError(error)
}

// Exit on signals, so that the handlers of `exit` remove unfinished work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
process.once('disconnect', () => process.exit(1))

const [command, ...args] = process.argv.slice(2)
try {
  if (command === 'admin:create') await adminCreate(args)
  else if (command === 'admin:reset-factor') await adminResetFactor(args)
  else if (command === 'account:suspend') await accountSuspend(args)
  else if (command === 'account:restore') await accountRestore(args)
  else if (command === 'review:hide') await reviewHide(args)
  else if (command === 'review:show') await reviewShow(args)
  else if (command === 'keys:new') keysNew(args)
  else if (command === 'keys:retire') await keysRetire(args)
  else if (command === 'audit:check') await auditCheck(args)
  else if (command === 'demo:reset') await demoReset()
  else if (command === 'backup') await backup(args)
  else if (command === 'restore') await restore(args)
  else throw new Error(`Orden desconocida: ${command}`)
  process.exit(0)
} catch (error) {
  for (const line of error instanceof ConfigError ? error.lines : [errorMessage(error)]) console.error(line)
  process.exit(1)
}
