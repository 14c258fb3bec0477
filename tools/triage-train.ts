// npm run triage:train [-- --quick]: trains the triage model from data/triage-corpus, writes it to
// src/capabilities/search/triage/model.bin, and prints an evaluation: five-fold cross-validation and,
// without --quick, each large corpus file held out.
import { writeFileSync } from 'node:fs'
import {
  activeFeatures,
  CLASSES,
  columnScores,
  mergeOtherKinds,
  readModel,
  softmax,
  writeModel,
} from '../src/capabilities/search/triage/model.ts'
import { corpusDigest, readCorpus } from './triage/corpus.ts'
import { classIndex, prepareExample, type TrainingExample, trainModel } from './triage/train-model.ts'

const FOLDS = 5
/** Approximate temperature, used before the exact one is known to add up the kinds of «Otro». */
const INITIAL_TEMPERATURE = 2.2
const MODEL_FILE = 'src/capabilities/search/triage/model.bin'
/** Smaller files are not held out: they say little about texts of their author. */
const MIN_FILE_TEXTS = 300
/** Required accuracy of the «sure» predictions on held-out texts. */
const MIN_SURE_ACCURACY = 0.9
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Prediction for a held-out text. */
interface Prediction {
  row: TrainingExample
  scores: Float64Array
  /** Classes, most likely first. */
  order: readonly number[]
}
/** Trains on the other texts and predicts the held-out ones. */
function predictHeldOut(
  rows: readonly TrainingExample[],
  isHeldOut: (row: TrainingExample, n: number) => boolean,
): Prediction[] {
  const model = readModel(writeModel(trainModel(rows.filter((row, n) => !isHeldOut(row, n))), ''))
  return rows.filter(isHeldOut).map((row) => {
    const scores = columnScores(model, activeFeatures(model, row.features))
    const chances = mergeOtherKinds(softmax(scores, INITIAL_TEMPERATURE))
    return { row, scores, order: [...chances.keys()].sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)) }
  })
}

const labelOf = (prediction: Prediction) => classIndex.get(prediction.row.example.specialty) ?? -1
const accuracy = (predictions: readonly Prediction[]) =>
  predictions.filter((prediction) => prediction.order[0] === labelOf(prediction)).length / predictions.length
const topTwoAccuracy = (predictions: readonly Prediction[]) =>
  predictions.filter((prediction) => prediction.order.slice(0, 2).includes(labelOf(prediction))).length /
  predictions.length

const chancesAt = ({ scores }: Prediction, temperature: number) =>
  mergeOtherKinds(softmax(scores, temperature))

/** Calibration: the temperature with the lowest log loss on the held-out texts. */
function findTemperature(predictions: readonly Prediction[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY }
  for (let temperature = 0.5; temperature <= 4; temperature *= 1.03) {
    let loss = 0
    for (const prediction of predictions)
      loss -= Math.log(chancesAt(prediction, temperature)[labelOf(prediction)] || 1e-9)
    if (loss < best.loss) best = { temperature, loss }
  }
  return best.temperature
}

const rows = readCorpus().map(prepareExample)
console.log(`${rows.length} textos leídos en ${seconds()}`)
const predictions: Prediction[] = []
for (let fold = 0; fold < FOLDS; fold += 1)
  predictions.push(...predictHeldOut(rows, (_, n) => n % FOLDS === fold))
const temperature = findTemperature(predictions)
const judged = predictions
  .map((prediction) => ({
    chance: Math.max(...chancesAt(prediction, temperature)),
    hit: prediction.order[0] === labelOf(prediction),
  }))
  .sort((a, b) => b.chance - a.chance)
// The lowest threshold at which the predictions above it are accurate enough.
let hits = 0
let sure = 1
let sureCount = 0
for (const [n, { chance, hit }] of judged.entries()) {
  hits += hit ? 1 : 0
  if (hits / (n + 1) >= MIN_SURE_ACCURACY) {
    sure = chance
    sureCount = n + 1
  }
}
console.log(
  `\n${FOLDS} pliegues: estricta ${percent(accuracy(predictions))}, entre las dos primeras ${percent(topTwoAccuracy(predictions))} (${seconds()})`,
)
console.log(
  `temperatura ${temperature.toFixed(2)}; segura desde ${sure.toFixed(2)}: ${percent(sureCount / predictions.length)} de los textos`,
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
  const ofClass = predictions.filter((prediction) => labelOf(prediction) === k)
  const wrong = new Map<string, number>()
  for (const { order } of ofClass) {
    const predicted = CLASSES[order[0] ?? 0] ?? ''
    if (predicted !== name) wrong.set(predicted, (wrong.get(predicted) ?? 0) + 1)
  }
  const mostFrequent = [...wrong].sort((a, b) => b[1] - a[1]).slice(0, 4)
  console.log(
    `  ${percent(accuracy(ofClass)).padStart(7)} ${name} (${ofClass.length}): ${mostFrequent.map(([predicted, n]) => `${predicted} ${n}`).join(', ')}`,
  )
}
if (!process.argv.includes('--quick')) {
  console.log('\ncada archivo aparte (otra pluma):')
  const names = [...new Set(rows.map(({ example }) => example.file))]
  const size = (name: string) => rows.filter(({ example }) => example.file === name).length
  for (const name of names.filter((file) => size(file) >= MIN_FILE_TEXTS)) {
    const ofFile = predictHeldOut(rows, ({ example }) => example.file === name)
    console.log(
      `  ${percent(accuracy(ofFile))} ${percent(topTwoAccuracy(ofFile))} ${name} (${ofFile.length})`,
    )
  }
}

const file = writeModel(trainModel(rows, temperature, sure), corpusDigest())
const model = readModel(file)
writeFileSync(MODEL_FILE, new Uint8Array(file))
console.log(`\n${MODEL_FILE}: ${model.size} rasgos, ${model.bytes} bytes, ${seconds()}`)
