import cluster, { type Worker } from 'node:cluster'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeError, type OpenDatabase, openDatabase } from '../embedded-postgres/database.ts'
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts'
import { localSecret } from '../platform/config/local-secret.server.ts'
import { keysFileOf } from '../platform/keys/key-file.server.ts'
import { banner } from './banner.ts'
import { assertPortFree } from './listen.ts'

/** Longest wait for the application processes to exit before they are killed. */
const SHUTDOWN_TIMEOUT_MS = 10_000
/**
 * Size of V8's space for new objects, in MiB. With Node's default of 32, garbage made the process grow by 100 MiB
 * while it streamed a copy of a person's data (`npm run bench -- copy`).
 */
const NEW_OBJECTS_MIB = 16
// V8's compile cache makes each start faster (docs/decisions/0002). It is in a folder that only the owner can
// write; where that is not writable, the start is slower.
enableCompileCache(resolve('node_modules', '.cache', 'compiled'))
const importBuilt = (name: string) => import(pathToFileURL(resolve('build', 'server', `${name}.js`)).href)

type Env = Record<string, string>

/** The primary process: owns the data folder and the database, starts and supervises the applications. */
async function primary(): Promise<void> {
  const config = readConfig(process.env)
  const print = (line: string) => console.log(line)
  if (!config.localMode && !config.encryptionKeysFile)
    console.error(
      `ENCRYPTION_KEYS_FILE no está puesto: las claves de cifrado están en ${keysFileOf(config)}, junto a lo que protegen.`,
    )
  const secret = config.sessionSecret ?? localSecret(config.dataDir)
  const database = await openDatabase(config, print)
  const env: Env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: secret,
    LOCAL_MODE: config.localMode ? 'on' : 'off',
    UV_THREADPOOL_SIZE: '8',
  }
  const supervisor = new Supervisor(config, env, database)
  supervisor.handleSignals()
  try {
    const { prepare } = await importBuilt('cli')
    const prepared = await prepare(
      { ...process.env, ...env },
      { demo: config.localMode && config.demo && database.embedded },
    )
    await supervisor.start()
    const stateFile = join(config.dataDir, 'running.json')
    // With DATABASE_URL and SESSION_SECRET set, nothing else has created the folder.
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(stateFile, JSON.stringify({ pid: process.pid, databaseUrl: database.url }), { mode: 0o600 })
    for (const line of banner(config, supervisor.port, prepared.demo)) print(line)
  } catch (error) {
    await supervisor.close(1, error)
  }
}

class Supervisor {
  readonly #config: Config
  readonly #env: Env
  readonly #database: OpenDatabase
  #closing = false
  #crashes = 0
  port = 0

  constructor(config: Config, env: Env, database: OpenDatabase) {
    this.#config = config
    this.#env = env
    this.#database = database
  }

  /**
   * Shuts down on a signal and when the parent process is gone. A second Ctrl+C exits at once. A second SIGTERM
   * does not: npm, `timeout` and service managers may send it to several processes of the group.
   */
  handleSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (this.#closing && signal === 'SIGINT') this.#exitNow()
        else void this.close(0)
      })
    }
    process.on('disconnect', () => void this.close(0))
    this.#database.events.on('restart', (reason) => console.error(`${reason}: se inicia de nuevo.`))
    this.#database.events.on('failure', (reason) => void this.close(1, new Error(reason)))
  }

  /** Without waiting for anything; a process that hangs would keep the port. */
  #exitNow(): never {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    process.exit(1)
  }

  /** Starts the application processes and waits until each listens. @throws when one fails to start */
  async start(): Promise<void> {
    cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-semi-space-size=${NEW_OBJECTS_MIB}`] })
    cluster.on('exit', (worker, code, signal) => this.#restart(worker, signal ?? `código ${code}`))
    await assertPortFree(this.#config)
    await Promise.all(Array.from({ length: this.#config.appProcesses }, () => this.#fork()))
  }

  #fork(): Promise<void> {
    return new Promise((done, fail) => {
      const worker = cluster.fork(this.#env)
      worker.on('message', (message) => message === 'metrics' && void sendMetrics(worker))
      worker.once('message', (message: { port?: number; failure?: string }) => {
        if (message.failure) return fail(new Error(message.failure))
        this.port = message.port ?? 0
        done()
      })
      worker.once('exit', (code) =>
        fail(new Error(`Un proceso de la aplicación terminó al iniciar (código ${code}).`)),
      )
    })
  }

  #restart(worker: Worker, reason: string): void {
    // A process that never listened is a failed start, which `start` reports.
    if (this.#closing || worker.exitedAfterDisconnect || this.port === 0) return
    this.#crashes++
    console.error(`Un proceso de la aplicación terminó (${reason}): se inicia otro.`)
    setTimeout(
      () => {
        if (!this.#closing) this.#fork().catch((error: unknown) => console.error(describeError(error)))
      },
      Math.min(200 * 2 ** Math.min(this.#crashes - 1, 6), 10_000),
    )
    setTimeout(() => this.#crashes--, 60_000).unref()
  }

  /** Stops the application processes, then the database, then exits. Idempotent. */
  async close(code: number, error?: unknown): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    if (error !== undefined) console.error(describeError(error))
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const exited = Promise.all(workers.map((worker) => new Promise((done) => worker.once('exit', done))))
    for (const worker of workers) if (worker.isConnected()) worker.send('stop')
    const killTimer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, SHUTDOWN_TIMEOUT_MS)
    await exited
    clearTimeout(killTimer)
    rmSync(join(this.#config.dataDir, 'running.json'), { force: true })
    await this.#database.close()
    process.exit(code)
  }
}

let clusterRegistry: { clusterMetrics(): Promise<string> } | undefined

/** Sends the combined metrics of all application processes to the one that requested them. */
async function sendMetrics(worker: Worker): Promise<void> {
  try {
    const { AggregatorRegistry } = await import('prom-client')
    clusterRegistry ??= new AggregatorRegistry()
    const metrics = await clusterRegistry.clusterMetrics()
    if (worker.isConnected()) worker.send({ metrics })
  } catch (error) {
    // A process is starting or exiting. The request times out, and the client retries.
    console.error(describeError(error))
  }
}

/** An application process. It exits when the primary process does, for whatever reason. */
async function application(): Promise<void> {
  const ignore = () => {}
  // Ctrl+C in a terminal reaches the whole process group, but the primary process decides the order of
  // shutdown.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ignore)
  try {
    const { serve } = await importBuilt('app')
    const serving = await serve(process.env)
    const stop = () =>
      void serving.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    process.on('message', (message) => message === 'stop' && stop())
    process.on('disconnect', () => {
      stop()
      setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    })
    process.send?.({ port: serving.port })
    flushCompileCache()
  } catch (error) {
    process.send?.({ failure: describeError(error) }, () => process.exit(1))
  }
}

try {
  await (cluster.isPrimary ? primary() : application())
} catch (error) {
  for (const line of error instanceof ConfigError ? error.lines : [describeError(error)]) console.error(line)
  process.exit(1)
}
