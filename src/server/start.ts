import cluster, { type Worker } from 'node:cluster'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts'
import { localSecret } from '../platform/config/local-secret.server.ts'
import { banner } from './banner.ts'
import { type OpenDatabase, oneLineOf, openDatabase } from './embedded/database.ts'
import { expectFree } from './listen.ts'

/** Longest wait for the application processes to end by themselves, milliseconds. */
const PATIENCE = 10_000
// What V8 made of the programs is kept where only the owner writes: a second less of processor time at each start
// (docs/decisions/0002). Where nothing can be written, the start takes its time.
enableCompileCache(resolve('node_modules', '.cache', 'compiled'))
const built = (name: string) => import(pathToFileURL(resolve('build', 'server', `${name}.js`)).href)

type Env = Record<string, string>

/** The first process: owns the data folder and the database, starts and watches the application processes. */
async function primary(): Promise<void> {
  const config = readConfig(process.env)
  const say = (line: string) => console.log(line)
  const secret = config.sessionSecret ?? localSecret(config.dataDir)
  const database = await openDatabase(config, say)
  const env: Env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: secret,
    LOCAL_MODE: config.localMode ? 'on' : 'off',
    UV_THREADPOOL_SIZE: '8',
  }
  const house = new House(config, env, database)
  house.obey()
  try {
    const { prepare } = await built('cli')
    const made = await prepare(
      { ...process.env, ...env },
      { demo: config.localMode && config.demo && database.embedded },
    )
    await house.open()
    const note = join(config.dataDir, 'running.json')
    // With a database and a secret of the operator's nobody else has made the folder.
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(note, JSON.stringify({ pid: process.pid, databaseUrl: database.url }), { mode: 0o600 })
    for (const line of banner(config, house.port, made.demo)) say(line)
  } catch (error) {
    await house.close(1, error)
  }
}

class House {
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

  /** Signals and the loss of whoever started us end the house in order; a second signal at once. */
  obey(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (this.#closing) process.exit(1)
        void this.close(0)
      })
    }
    process.on('disconnect', () => void this.close(0))
    this.#database.onLoss((reason) => console.error(`${reason}: se inicia de nuevo.`))
    this.#database.onGone((reason) => void this.close(1, new Error(reason)))
  }

  /** Starts the application processes and waits until each listens. */
  async open(): Promise<void> {
    cluster.on('exit', (worker, code, signal) => this.#replace(worker, signal ?? `código ${code}`))
    // All of them on one port.
    this.#env.PORT = String(await expectFree(this.#config))
    await Promise.all(Array.from({ length: this.#config.appProcesses }, () => this.#fork()))
  }

  #fork(): Promise<void> {
    return new Promise((done, fail) => {
      const worker = cluster.fork(this.#env)
      worker.on('message', (message) => message === 'metrics' && void tellMetrics(worker))
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

  #replace(worker: Worker, how: string): void {
    // One that never listened is the start's own failure, reported there.
    if (this.#closing || worker.exitedAfterDisconnect || this.port === 0) return
    this.#crashes++
    console.error(`Un proceso de la aplicación terminó (${how}): se inicia otro.`)
    setTimeout(
      () => {
        if (!this.#closing) this.#fork().catch((error: unknown) => console.error(oneLineOf(error)))
      },
      Math.min(200 * 2 ** Math.min(this.#crashes - 1, 6), 10_000),
    )
    setTimeout(() => this.#crashes--, 60_000).unref()
  }

  /** Ends the application first, then the database. */
  async close(code: number, error?: unknown): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    if (error !== undefined) console.error(oneLineOf(error))
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const gone = Promise.all(workers.map((worker) => new Promise((done) => worker.once('exit', done))))
    for (const worker of workers) if (worker.isConnected()) worker.send('stop')
    const late = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, PATIENCE)
    await gone
    clearTimeout(late)
    rmSync(join(this.#config.dataDir, 'running.json'), { force: true })
    await this.#database.close()
    process.exit(code)
  }
}

let everybody: { clusterMetrics(): Promise<string> } | undefined

/** The metrics of all application processes together, for the one that was asked. */
async function tellMetrics(worker: Worker): Promise<void> {
  try {
    const { AggregatorRegistry } = await import('prom-client')
    everybody ??= new AggregatorRegistry()
    const metrics = await everybody.clusterMetrics()
    if (worker.isConnected()) worker.send({ metrics })
  } catch (error) {
    // One of them is just starting or ending: who asks waits in vain, and asks again.
    console.error(oneLineOf(error))
  }
}

/** An application process. It ends with the first process, whatever ended that one. */
async function application(): Promise<void> {
  const ignore = () => {}
  // ^C at a terminal reaches the whole group: the first process decides the order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ignore)
  try {
    const { serve } = await built('app')
    const serving = await serve(process.env)
    const stop = () =>
      void serving.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    process.on('message', (message) => message === 'stop' && stop())
    process.on('disconnect', () => {
      stop()
      setTimeout(() => process.exit(1), PATIENCE).unref()
    })
    process.send?.({ port: serving.port })
    flushCompileCache()
  } catch (error) {
    process.send?.({ failure: oneLineOf(error) }, () => process.exit(1))
  }
}

try {
  await (cluster.isPrimary ? primary() : application())
} catch (error) {
  for (const line of error instanceof ConfigError ? error.lines : [oneLineOf(error)]) console.error(line)
  process.exit(1)
}
