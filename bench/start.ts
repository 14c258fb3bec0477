// Time of a warm `npm start` (installed, built, with a database) from the command until the application is
// ready.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createTempFolder,
  freePort,
  type Options,
  type Outcome,
  round,
  summarize,
  waitUntilReady,
} from './harness.ts'

const RUNS = { full: 5, quick: 2, smoke: 1 }

export async function run({ length }: Options): Promise<Outcome> {
  const folder = createTempFolder()
  const seconds: number[] = []
  const npmSeconds: number[] = []
  try {
    // The first start creates the cluster and the demo data, and is not counted.
    for (let at = 0; at <= RUNS[length]; at++) {
      const port = await freePort()
      const startedAt = performance.now()
      const child = spawn('npm', ['start', '--silent'], {
        env: { ...process.env, PORT: String(port), DATA_DIR: join(folder.path, 'data') },
        stdio: 'ignore',
      })
      await waitUntilReady(`http://127.0.0.1:${port}`, child)
      const took = (performance.now() - startedAt) / 1000
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
      // npm does not wait for its child: the application has ended when running.json is gone.
      while (existsSync(join(folder.path, 'data', 'running.json')))
        await new Promise((done) => setTimeout(done, 20))
      await new Promise((done) => setTimeout(done, 300))
      if (at === 0) continue
      seconds.push(took)
      const start = performance.now()
      spawnSync('npm', ['--version'], { stdio: 'ignore' })
      npmSeconds.push((performance.now() - start) / 1000)
    }
  } finally {
    folder.remove()
  }
  const figures = summarize('start_s', seconds)
  const npm = summarize('npm_version_s', npmSeconds)
  return {
    figures: {
      ...figures,
      ...npm,
      ratio_to_npm_version: round((figures.start_s ?? 0) / (npm.npm_version_s ?? 1)),
    },
    goals: { start_s: 3 },
  }
}
