// npm run triage:train [-- --quick]: makes src/capabilities/search/triage/weights.ts anew from data/triage-corpus and
// prints what five folds, and each file held out (left out by --quick), say about it.
import { statSync, writeFileSync } from 'node:fs'
import {
  CLASSES,
  chancesOf,
  foldKinds,
  type Model,
  partsOf,
  readModel,
  scoresOf,
  writeModel,
} from '../src/capabilities/search/triage/model.ts'
import { corpus, corpusDigest } from './triage/corpus.ts'
import { classOf, type Learned, learn, readExample } from './triage/learn.ts'

const FOLDS = 5
/** Before the temperature is known, Otro's kinds are added up at about what it comes to. */
const SOFT = 2.2
const WEIGHTS = 'src/capabilities/search/triage/weights.ts'
/** A file of fewer texts says little about how its writer is read. */
const FILE_MIN = 300
/** How often «sure» must be right, on texts held out. */
const SURE_RIGHT = 0.9
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

interface Held {
  row: Learned
  scores: Float64Array
  /** Classes, likeliest first. */
  order: readonly number[]
}
function holdOut(rows: readonly Learned[], out: (row: Learned, n: number) => boolean): Held[] {
  const model = readModel(writeModel(learn(rows.filter((row, n) => !out(row, n)))))
  return rows.filter(out).map((row) => {
    const scores = scoresOf(model, partsOf(model, row.read))
    const chances = foldKinds(chancesOf(scores, SOFT))
    return { row, scores, order: [...chances.keys()].sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)) }
  })
}

const right = (held: Held) => classOf.get(held.row.example.specialty) ?? -1
const strict = (held: readonly Held[]) =>
  held.filter((one) => one.order[0] === right(one)).length / held.length
const firstTwo = (held: readonly Held[]) =>
  held.filter((one) => one.order.slice(0, 2).includes(right(one))).length / held.length

const chancesAt = ({ scores }: Held, temperature: number) => foldKinds(chancesOf(scores, temperature))

/** The temperature at which the texts held out were least surprising: what makes a chance honest. */
function temperatureFor(held: readonly Held[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY }
  for (let temperature = 0.5; temperature <= 4; temperature *= 1.03) {
    let loss = 0
    for (const one of held) loss -= Math.log(chancesAt(one, temperature)[right(one)] || 1e-9)
    if (loss < best.loss) best = { temperature, loss }
  }
  return best.temperature
}

const rows = corpus().map(readExample)
console.log(`${rows.length} textos leídos en ${seconds()}`)
const held: Held[] = []
for (let fold = 0; fold < FOLDS; fold += 1) held.push(...holdOut(rows, (_, n) => n % FOLDS === fold))
const temperature = temperatureFor(held)
const judged = held
  .map((one) => ({
    chance: Math.max(...chancesAt(one, temperature)),
    hit: one.order[0] === right(one),
  }))
  .sort((a, b) => b.chance - a.chance)
let hits = 0
let sure = 1
let kept = 0
for (const [n, { chance, hit }] of judged.entries()) {
  hits += hit ? 1 : 0
  if (hits / (n + 1) >= SURE_RIGHT) {
    sure = chance
    kept = n + 1
  }
}
console.log(
  `\n${FOLDS} pliegues: estricta ${percent(strict(held))}, entre las dos primeras ${percent(firstTwo(held))} (${seconds()})`,
)
console.log(
  `temperatura ${temperature.toFixed(2)}; segura desde ${sure.toFixed(2)}: ${percent(kept / held.length)} de los textos`,
)
console.log('confianza dicha → acierto visto:')
for (let from = 0; from < 1; from += 0.2) {
  const band = judged.filter(({ chance }) => chance >= from && chance < from + 0.2)
  if (band.length > 0)
    console.log(
      `  ${from.toFixed(1)}–${(from + 0.2).toFixed(1)}: ${percent(band.filter(({ hit }) => hit).length / band.length)} de ${band.length}`,
    )
}
console.log('\naciertos por clase y confusiones:')
for (const [k, name] of CLASSES.entries()) {
  const mine = held.filter((one) => right(one) === k)
  const wrong = new Map<string, number>()
  for (const one of mine) {
    const said = CLASSES[one.order[0] ?? 0] ?? ''
    if (said !== name) wrong.set(said, (wrong.get(said) ?? 0) + 1)
  }
  const most = [...wrong].sort((a, b) => b[1] - a[1]).slice(0, 4)
  console.log(
    `  ${percent(strict(mine)).padStart(7)} ${name} (${mine.length}): ${most.map(([said, n]) => `${said} ${n}`).join(', ')}`,
  )
}
if (!process.argv.includes('--quick')) {
  console.log('\ncada archivo aparte (otra pluma):')
  const names = [...new Set(rows.map(({ example }) => example.file))]
  const size = (name: string) => rows.filter(({ example }) => example.file === name).length
  for (const name of names.filter((file) => size(file) >= FILE_MIN)) {
    const one = holdOut(rows, ({ example }) => example.file === name)
    console.log(`  ${percent(strict(one))} ${percent(firstTwo(one))} ${name} (${one.length})`)
  }
}

const file = writeModel(learn(rows, temperature, sure))
const model: Model = readModel(file)
writeFileSync(
  WEIGHTS,
  `// Made by npm run triage:train: do not edit.
/** Of the corpus and the code that reads texts, as tools/triage/corpus.ts counts it. */
export const DIGEST = '${corpusDigest()}'
/** The model file in base64. */
export const WEIGHTS: string =
  '${Buffer.from(file).toString('base64')}'
`,
)
console.log(
  `\n${WEIGHTS}: ${model.size} rasgos, ${model.bytes} bytes (${statSync(WEIGHTS).size} en base64), ${seconds()}`,
)
