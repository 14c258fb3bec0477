// CPU time of the application for rendering a public page, without a page cache, with two connections.
import { cpuSeconds, type Options, type Outcome, round, startApp, summarize } from './harness.ts'

const PAGES: Record<string, string> = {
  landing: '/',
  login: '/login',
  terms: '/terminos',
  privacy: '/privacidad',
}

const LENGTHS = {
  full: { runs: 5, requests: 400 },
  quick: { runs: 2, requests: 150 },
  smoke: { runs: 1, requests: 20 },
}

export async function run({ length }: Options): Promise<Outcome> {
  const { runs, requests } = LENGTHS[length]
  const app = await startApp()
  const figures: Record<string, number> = {}
  const goals: Record<string, number> = {}
  const cpuPerRequest = async (path: string) => {
    const loop = async () => {
      for (let at = 0; at < requests / 2; at++) {
        const answer = await fetch(app.url + path)
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        await answer.text()
      }
    }
    const before = await cpuSeconds(app)
    await Promise.all([loop(), loop()])
    return (((await cpuSeconds(app)) - before) * 1000) / requests
  }
  try {
    const healthz: number[] = []
    const cost: Record<string, number[]> = {}
    for (const path of Object.values(PAGES)) await cpuPerRequest(path) // warm up
    for (let at = 0; at < runs; at++) {
      healthz.push(await cpuPerRequest('/healthz'))
      for (const [name, path] of Object.entries(PAGES)) {
        cost[name] = [...(cost[name] ?? []), await cpuPerRequest(path)]
      }
    }
    Object.assign(figures, summarize('healthz_cpu_ms', healthz))
    for (const [name, values] of Object.entries(cost)) {
      Object.assign(figures, summarize(`${name}_cpu_ms`, values))
      figures[`${name}_ratio_to_healthz`] = round(
        (figures[`${name}_cpu_ms`] ?? 0) / (figures.healthz_cpu_ms ?? 1),
      )
      goals[`${name}_cpu_ms`] = 3
    }
  } finally {
    await app.stop()
  }
  return { figures, goals }
}
