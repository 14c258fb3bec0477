// How well the triage reads a file of texts: npm run bench -- triage FILE [--wrong], one JSON object a line with text,
// specialty, commune, min_experience and max_price. «Strict»: the first class is the file's; «first two»: among the first
// two. `also` counts in neither.
import { existsSync } from 'node:fs'
import { CLASSES } from '../src/capabilities/search/triage/model.ts'
import { loadModel, type Triage, triageWith } from '../src/capabilities/search/triage/triage.ts'
import { type Example, examplesIn } from '../tools/triage/corpus.ts'
import type { Options, Outcome } from './support.ts'

/** Times each text is read for the clock; the least of them is its time without the neighbours' noise. */
const READINGS = 5
const USAGE =
  'Uso: npm run bench -- triage ARCHIVO, con un texto por línea en JSON como los de data/triage-corpus (text, specialty, commune, min_experience, max_price).'

const share = (rows: readonly { hit: boolean }[]) =>
  rows.length === 0 ? 1 : Math.round((10_000 * rows.filter(({ hit }) => hit).length) / rows.length) / 10_000
const at = (sorted: readonly number[], part: number) =>
  Math.round(1_000 * (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)) / 1_000

export async function run({ files = [] }: Options): Promise<Outcome> {
  const [path] = files
  if (path === undefined || !existsSync(path)) {
    console.error(path === undefined ? USAGE : `No existe ${path}. ${USAGE}`)
    process.exit(1)
  }
  const examples = examplesIn(path)
  const unknown = examples.find(({ specialty }) => !(CLASSES as readonly string[]).includes(specialty))
  if (examples.length === 0 || unknown) {
    console.error(unknown ? `Especialidad desconocida: ${unknown.specialty}.` : `${path} no tiene textos.`)
    process.exit(1)
  }
  const before = performance.now()
  const model = await loadModel()
  const load = performance.now() - before
  const read = examples.map((example) => ({ example, triage: triageWith(model, example.text) }))
  const times = examples
    .map(({ text }) => {
      let least = Number.POSITIVE_INFINITY
      for (let n = 0; n < READINGS; n += 1) {
        const start = performance.now()
        triageWith(model, text)
        least = Math.min(least, performance.now() - start)
      }
      return least
    })
    .sort((a, b) => a - b)
  classTable(read)
  const judged = (hit: (example: Example, triage: Triage) => boolean) =>
    share(read.map(({ example, triage }) => ({ hit: hit(example, triage) })))
  return {
    figures: {
      texts: examples.length,
      'min strict': judged((example, { ranked }) => ranked[0]?.specialty === example.specialty),
      'min first two': judged((example, { ranked }) =>
        ranked.slice(0, 2).some(({ specialty }) => specialty === example.specialty),
      ),
      'commune exact': judged((example, { commune }) => commune === example.commune),
      'experience exact': judged((example, { minExperience }) => minExperience === example.min_experience),
      'price exact': judged((example, { maxPrice }) => maxPrice === example.max_price),
      'sure share': judged((_, { sure }) => sure),
      'sure and right': share(
        read
          .filter(({ triage }) => triage.sure)
          .map(({ example, triage }) => ({ hit: triage.ranked[0]?.specialty === example.specialty })),
      ),
      'ms p50': at(times, 0.5),
      'ms p99': at(times, 0.99),
      'model MB': Math.round(model.bytes / 1e4) / 100,
      'load ms': Math.round(load),
    },
    goals: { 'min strict': 0.92, 'min first two': 0.98, 'ms p99': 5, 'model MB': 3 },
  }
}

/** Of each class: how many of its texts were found, and where the others went. */
function classTable(read: readonly { example: Example; triage: Triage }[]): void {
  for (const name of CLASSES) {
    const mine = read.filter(({ example }) => example.specialty === name)
    if (mine.length === 0) continue
    const rows = mine.map(({ triage }) => ({
      said: triage.ranked[0]?.specialty,
      hit: triage.ranked[0]?.specialty === name,
    }))
    const wrong = new Map<string, number>()
    for (const { said, hit } of rows) if (!hit && said) wrong.set(said, (wrong.get(said) ?? 0) + 1)
    const most = [...wrong].sort((a, b) => b[1] - a[1]).slice(0, 3)
    console.log(
      `recall ${share(rows).toFixed(3)} ${name} (${mine.length})${most.map(([said, n]) => ` · ${said} ${n}`).join('')}`,
    )
  }
}
