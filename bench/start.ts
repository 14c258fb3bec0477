// Warm `npm start`: everything installed and built, the database made; from the command to the first ready answer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type Options, type Outcome, ownFolder, ready, round, spread } from './support.ts'

export async function run({ quick }: Options): Promise<Outcome> {
  const folder = ownFolder()
  const seconds: number[] = []
  const bare: number[] = []
  try {
    // One more than counted: the first makes the cluster and the demonstration.
    for (let at = 0; at <= (quick ? 2 : 5); at++) {
      const port = await freePort()
      const began = performance.now()
      const child = spawn('npm', ['start', '--silent'], {
        env: { ...process.env, PORT: String(port), DATA_DIR: join(folder.path, 'data') },
        stdio: 'ignore',
      })
      await ready(`http://127.0.0.1:${port}`, child)
      const took = (performance.now() - began) / 1000
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
      // npm does not wait for what it started: the folder is free when the note of the running app is gone.
      while (existsSync(join(folder.path, 'data', 'running.json')))
        await new Promise((done) => setTimeout(done, 20))
      await new Promise((done) => setTimeout(done, 300))
      if (at === 0) continue
      seconds.push(took)
      const start = performance.now()
      spawnSync('npm', ['--version'], { stdio: 'ignore' })
      bare.push((performance.now() - start) / 1000)
    }
  } finally {
    folder.remove()
  }
  const figures = spread('start_s', seconds)
  const npm = spread('npm_version_s', bare)
  return {
    figures: {
      ...figures,
      ...npm,
      ratio_to_npm_version: round((figures.start_s ?? 0) / (npm.npm_version_s ?? 1)),
    },
    goals: { start_s: 3 },
  }
}
