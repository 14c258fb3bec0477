import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts'
import { localSecret } from '../platform/config/local-secret.server.ts'
import { dropDatabase, ensureDatabase, oneLineOf, openDatabase } from './embedded/database.ts'
import { FolderInUseError } from './embedded/owner.ts'

/** The operator's commands: npm run admin:create, npm run demo:reset. Each says what it did and ends. */
const cli = () => import(pathToFileURL(resolve('build', 'server', 'cli.js')).href)

/** The database of the settings, whether Amparo is running on it or not. */
async function reachDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
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

function completed(config: Config, databaseUrl: string) {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: config.sessionSecret ?? localSecret(config.dataDir),
    LOCAL_MODE: config.localMode ? 'on' : 'off',
  }
}

async function adminCreate(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, name: { type: 'string' }, password: { type: 'string' } },
  })
  if (!values.email)
    throw new Error(
      'Uso: npm run admin:create -- --email persona@dominio.cl [--name «Nombre»] [--password …]',
    )
  const password = values.password ?? randomBytes(12).toString('base64url')
  const config = readConfig(process.env)
  const database = await reachDatabase(config)
  try {
    const env = completed(config, database.url)
    const { prepare, adminCreate: create } = await cli()
    await prepare(env, { demo: false })
    const result = await create(env, { email: values.email, name: values.name ?? 'Administración', password })
    if (!result.ok) throw new Error(result.refusal.message)
    console.log(`Administrador creado: ${values.email}`)
    if (!values.password) console.log(`Contraseña (se muestra solo esta vez): ${password}`)
  } finally {
    await database.close()
  }
}

async function demoReset(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.localMode || config.databaseUrl)
    throw new Error('La demostración existe solo en modo local, sobre la base de datos incorporada.')
  // Throws while Amparo runs here: nobody's session is pulled away from under them.
  const database = await openDatabase(config, console.log)
  try {
    const admin = database.url.replace(/\/[^/]*$/, '/postgres')
    await dropDatabase(admin, 'amparo')
    await ensureDatabase(admin, 'amparo')
    const { prepare } = await cli()
    await prepare(completed(config, database.url), { demo: true })
    console.log('La demostración quedó como nueva.')
  } finally {
    await database.close()
  }
}

const [command, ...args] = process.argv.slice(2)
try {
  if (command === 'admin:create') await adminCreate(args)
  else if (command === 'demo:reset') await demoReset()
  else throw new Error(`Orden desconocida: ${command}`)
  process.exit(0)
} catch (error) {
  for (const line of error instanceof ConfigError ? error.lines : [oneLineOf(error)]) console.error(line)
  process.exit(1)
}
