import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer as createVite } from 'vite'
import { describeError, openDatabase } from '../embedded-postgres/database.ts'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { localSecret } from '../platform/config/local-secret.server.ts'
import { banner } from './banner.ts'

// npm run dev: one process with Vite as middleware. A change of a server file starts a new application.

type AppModule = typeof import('./app.ts')
type CliModule = typeof import('./cli.ts')

async function develop(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, console.log)
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    SESSION_SECRET: config.sessionSecret ?? localSecret(config.dataDir),
    LOCAL_MODE: config.localMode ? 'on' : 'off',
  })
  const server = createServer()
  const vite = await createVite({ server: { middlewareMode: { server } }, appType: 'custom' })
  const load = <M>(path: string) => vite.ssrLoadModule(path) as Promise<M>
  const prepared = await (await load<CliModule>('/src/server/cli.ts')).prepare(process.env, {
    demo: config.demo && database.embedded,
  })

  let current: AppModule | undefined
  let app: Promise<{ app: FastifyInstance; stop(): Promise<void> }> | undefined
  server.on('request', (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const module = await load<AppModule>('/src/server/app.ts')
        if (module !== current) {
          const previous = app
          current = module
          app = module.develop(process.env)
          void previous?.then(({ stop }) => stop())
        }
        const ready = await app
        ready?.app.routing(request, response)
      } catch (error) {
        vite.ssrFixStacktrace(error as Error)
        console.error(error)
        response
          .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
          .end(String((error as Error).stack))
      }
    })
  })
  const stop = async () => {
    server.closeAllConnections()
    await vite.close()
    await (await app)?.stop()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
  server.listen(config.port, config.host, () => {
    for (const line of banner(config, config.port, prepared.demo)) console.log(line)
  })
}

try {
  await develop()
} catch (error) {
  for (const line of error instanceof ConfigError ? error.lines : [describeError(error)]) console.error(line)
  process.exit(1)
}
