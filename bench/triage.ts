// Accuracy and speed of the triage for a file of texts: npm run bench -- triage FILE. Each line is a JSON
// object with text, specialty, commune, min_experience and max_price. «Strict» counts texts whose first class
// is correct, «first two» those with the correct class among the first two. The field `also` is ignored.
import { existsSync } from 'node:fs'
import { CLASSES } from '../src/capabilities/search/triage/model.ts'
import { type TriageResult, triageWithModel } from '../src/capabilities/search/triage/triage.ts'
import { loadModel } from '../src/capabilities/search/triage-model.server.ts'
import { type Example, readExamples } from '../tools/triage/corpus.ts'
import type { Options, Outcome } from './harness.ts'

/** Each text is classified several times; the shortest time is the least disturbed. */
const REPETITIONS = 5
const USAGE =
  'Uso: npm run bench -- triage ARCHIVO, con un texto por línea en JSON como los de data/triage-corpus (text, specialty, commune, min_experience, max_price).'

const share = (rows: readonly { hit: boolean }[]) =>
  rows.length === 0 ? 1 : Math.round((10_000 * rows.filter(({ hit }) => hit).length) / rows.length) / 10_000
const quantile = (sorted: readonly number[], part: number) =>
  Math.round(1_000 * (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)) / 1_000

export async function run({ files = [] }: Options): Promise<Outcome> {
  const [path] = files
  if (path === undefined || !existsSync(path)) {
    console.error(path === undefined ? USAGE : `No existe ${path}. ${USAGE}`)
    process.exit(1)
  }
  const examples = readExamples(path)
  const unknown = examples.find(({ specialty }) => !(CLASSES as readonly string[]).includes(specialty))
  if (examples.length === 0 || unknown) {
    console.error(unknown ? `Especialidad desconocida: ${unknown.specialty}.` : `${path} no tiene textos.`)
    process.exit(1)
  }
  const before = performance.now()
  const model = await loadModel()
  const load = performance.now() - before
  const results = examples.map((example) => ({ example, triage: triageWithModel(model, example.text) }))
  const times = examples
    .map(({ text }) => {
      let shortest = Number.POSITIVE_INFINITY
      for (let n = 0; n < REPETITIONS; n += 1) {
        const start = performance.now()
        triageWithModel(model, text)
        shortest = Math.min(shortest, performance.now() - start)
      }
      return shortest
    })
    .sort((a, b) => a - b)
  printClassTable(results)
  const judged = (hit: (example: Example, triage: TriageResult) => boolean) =>
    share(results.map(({ example, triage }) => ({ hit: hit(example, triage) })))
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
        results
          .filter(({ triage }) => triage.sure)
          .map(({ example, triage }) => ({ hit: triage.ranked[0]?.specialty === example.specialty })),
      ),
      'ms p50': quantile(times, 0.5),
      'ms p99': quantile(times, 0.99),
      'model MB': Math.round(model.bytes / 1e4) / 100,
      'load ms': Math.round(load),
    },
    goals: { 'min strict': 0.92, 'min first two': 0.98, 'ms p99': 5, 'model MB': 3 },
  }
}

/** Prints the recall of each class, and the classes of the misclassified texts. */
function printClassTable(results: readonly { example: Example; triage: TriageResult }[]): void {
  for (const name of CLASSES) {
    const mine = results.filter(({ example }) => example.specialty === name)
    if (mine.length === 0) continue
    const rows = mine.map(({ triage }) => ({
      predicted: triage.ranked[0]?.specialty,
      hit: triage.ranked[0]?.specialty === name,
    }))
    const wrong = new Map<string, number>()
    for (const { predicted, hit } of rows)
      if (!hit && predicted) wrong.set(predicted, (wrong.get(predicted) ?? 0) + 1)
    const mostFrequent = [...wrong].sort((a, b) => b[1] - a[1]).slice(0, 3)
    console.log(
      `recall ${share(rows).toFixed(3)} ${name} (${mine.length})${mostFrequent.map(([predicted, n]) => ` · ${predicted} ${n}`).join('')}`,
    )
  }
}
