import {
  featuresOf,
  GROUPS,
  type Group,
  type TextFeatures,
} from '../../src/capabilities/search/triage/features.ts'
import {
  CLASSES,
  COLUMNS,
  decodeScale,
  IDF_STEP,
  type TrainedModel,
} from '../../src/capabilities/search/triage/model.ts'
import { otherKindOf, otherSpecialty } from '../../src/capabilities/search/triage/other.ts'
import type { Example } from './corpus.ts'

const K = COLUMNS.length
const columnOf = new Map<string, number>(COLUMNS.map((name, k) => [name, k]))
const OTHER_LABEL = 'Otro'
/** Kind of class «Otro» for a text that names none of its specialties. */
const DEFAULT_OTHER_SPECIALTY = 'Derecho administrativo'
/** Index of each class. */
export const classIndex = new Map<string, number>(CLASSES.map((name, k) => [name, k]))

/** Features that occur in fewer texts are dropped. */
const MIN_TEXTS = 2
/** With 31 bytes each, the file has 2.2 MB. */
const MAX_FEATURES = 70_000
const EPOCHS = 8
const LEARNING_RATE = 0.5
/** L2 regularisation. */
const WEIGHT_DECAY = 1e-4
/** Label smoothing: share of each label that is spread over all columns. */
const LABEL_SMOOTHING = 0.1
/** Share of each label that goes to the alternatives in `also`. */
const ALTERNATIVES_SHARE = 0.15
// Weights of the feature groups in the three learners whose scores are added: two regressions and naive
// Bayes.
const WORD_GROUPS: Partial<Record<Group, number>> = { word: 1, pair: 0.7, concept: 1 }
const LETTER_GROUPS: Partial<Record<Group, number>> = { letters: 1 }
const BAYES_GROUPS: Partial<Record<Group, number>> = {
  word: 1,
  pair: 1,
  skip: 0.7,
  letters: 1,
  concept: 1,
  concepts: 1,
}
const BAYES_WEIGHT = 0.3
/**
 * Prior probability of class «Otro»; the 15 others share the rest equally. The class frequencies of the
 * corpus are not used: they only reflect how it was written.
 */
const OTHER_PRIOR = 0.19

/** An example with its features. */
export interface TrainingExample {
  example: Example
  features: TextFeatures
  /** The kind of «Otro» that its words name; used if its label is «Otro». */
  kind: string
}
/** Extracts the features of a text once, for all folds and learners. */
export function prepareExample(example: Example): TrainingExample {
  const features = featuresOf(example.text)
  return {
    example,
    features,
    kind: otherKindOf(otherSpecialty(features.concepts) ?? DEFAULT_OTHER_SPECIALTY),
  }
}

/** The features of a model, by their id: the index into the arrays. */
interface Vocabulary {
  /** Feature hash to id. */
  id: Map<number, number>
  hashes: number[]
  /** Indexes into GROUPS. */
  groups: number[]
  /** Inverse document frequency. */
  idf: number[]
}
/** Sparse TF-IDF vector of a text. */
interface SparseVector {
  ids: Int32Array
  values: Float32Array
  groups: Uint8Array
}

/** The smoothed label: a probability for each column. */
function targetOf({ example: { specialty, also }, kind }: TrainingExample): Float32Array {
  const shares = new Float32Array(K).fill(LABEL_SMOOTHING / K)
  const column = (name: string) => columnOf.get(name === OTHER_LABEL ? kind : name) ?? K - 1
  const others = also.flatMap((name) => (name !== specialty && classIndex.has(name) ? [column(name)] : []))
  const add = (k: number, share: number) => {
    shares[k] = (shares[k] ?? 0) + share
  }
  add(column(specialty), 1 - LABEL_SMOOTHING - (others.length > 0 ? ALTERNATIVES_SHARE : 0))
  for (const k of others) add(k, ALTERNATIVES_SHARE / others.length)
  return shares
}

/** Sample weights that give each class its prior probability, limited to 1/3 to 3. */
function sampleWeights(rows: readonly TrainingExample[]): Float32Array {
  const counts = new Map<string, number>()
  for (const { example } of rows) counts.set(example.specialty, (counts.get(example.specialty) ?? 0) + 1)
  return Float32Array.from(rows, ({ example }) => {
    const prior = example.specialty === 'Otro' ? OTHER_PRIOR : (1 - OTHER_PRIOR) / (CLASSES.length - 1)
    const weight = (prior * rows.length) / (counts.get(example.specialty) ?? 1)
    return Math.min(3, Math.max(1 / 3, weight))
  })
}

/** Naive Bayes: smoothed log-odds of each column given a feature. A matrix of features × K. */
function naiveBayes(
  rows: readonly TrainingExample[],
  targets: readonly Float32Array[],
  weights: Float32Array,
  vocabulary: Vocabulary,
) {
  const n = vocabulary.hashes.length
  const table = new Float32Array(n * K)
  const featureTotals = new Float32Array(n)
  const columnTotals = new Float64Array(K)
  let total = 0
  rows.forEach(({ features }, row) => {
    const weight = weights[row] ?? 1
    const shares = targets[row] ?? new Float32Array(K)
    for (const group of GROUPS)
      for (const hash of features.counts[group].keys()) {
        const id = vocabulary.id.get(hash)
        if (id === undefined) continue
        featureTotals[id] = (featureTotals[id] ?? 0) + weight
        total += weight
        for (let k = 0; k < K; k += 1) {
          table[id * K + k] = (table[id * K + k] ?? 0) + weight * (shares[k] ?? 0)
          columnTotals[k] = (columnTotals[k] ?? 0) + weight * (shares[k] ?? 0)
        }
      }
  })
  for (let id = 0; id < n; id += 1) {
    const featureTotal = featureTotals[id] ?? 0
    const prior = (featureTotal / total) * K + 0.2
    for (let k = 0; k < K; k += 1) {
      const inColumn = table[id * K + k] ?? 0
      const columnTotal = columnTotals[k] ?? 0
      const inside = (inColumn + prior) / (columnTotal + K + 0.2 * n)
      const outside = (featureTotal - inColumn + prior) / (total - columnTotal + K + 0.2 * n)
      table[id * K + k] = Math.log(inside / outside)
    }
  }
  return table
}

/** The features that occur in enough texts; of too many, the most informative ones. */
function vocabularyOf(rows: readonly TrainingExample[]): Vocabulary {
  const textCounts = new Map<number, number>()
  const groupOf = new Map<number, number>()
  for (const { features } of rows)
    for (const [g, group] of GROUPS.entries())
      for (const hash of features.counts[group].keys()) {
        textCounts.set(hash, (textCounts.get(hash) ?? 0) + 1)
        groupOf.set(hash, g)
      }
  const hashes = [...textCounts]
    .flatMap(([hash, times]) => (times >= MIN_TEXTS ? [hash] : []))
    .sort((a, b) => a - b)
  const makeVocabulary = (kept: number[]): Vocabulary => ({
    id: new Map(kept.map((hash, id) => [hash, id])),
    hashes: kept,
    groups: kept.map((hash) => groupOf.get(hash) ?? 0),
    idf: kept.map((hash) => {
      const idf = Math.log((1 + rows.length) / (1 + (textCounts.get(hash) ?? 0))) + 1
      // Rounded as in the model file.
      return Math.round(idf / IDF_STEP) * IDF_STEP
    }),
  })
  const full = makeVocabulary(hashes)
  if (hashes.length <= MAX_FEATURES) return full
  // How well a feature separates the classes, times the square root of the number of texts.
  const odds = naiveBayes(rows, rows.map(targetOf), sampleWeights(rows), full)
  const ratings = hashes.map((hash, id) => {
    let max = 0
    for (let k = 0; k < K; k += 1) max = Math.max(max, odds[id * K + k] ?? 0)
    return max * Math.sqrt(textCounts.get(hash) ?? 0)
  })
  const minRating = Float64Array.from(ratings).sort().at(-MAX_FEATURES) ?? 0
  return makeVocabulary(hashes.filter((_, id) => (ratings[id] ?? 0) >= minRating).slice(0, MAX_FEATURES))
}

/** TF-IDF vector of a text; the values of each group are normalised to length 1, as in `partsOf`. */
function vectorOf(features: TextFeatures, vocabulary: Vocabulary): SparseVector {
  const ids: number[] = []
  const values: number[] = []
  const groups: number[] = []
  for (const [g, group] of GROUPS.entries()) {
    const from = ids.length
    let sum = 0
    for (const [hash, times] of features.counts[group]) {
      const id = vocabulary.id.get(hash)
      if (id === undefined) continue
      const value = (1 + Math.log(times)) * (vocabulary.idf[id] ?? 0)
      ids.push(id)
      values.push(value)
      groups.push(g)
      sum += value * value
    }
    const length = Math.sqrt(sum) || 1
    for (let n = from; n < values.length; n += 1) values[n] = (values[n] ?? 0) / length
  }
  return { ids: Int32Array.from(ids), values: Float32Array.from(values), groups: Uint8Array.from(groups) }
}

/** Softmax regression with AdaGrad over some feature groups. Deterministic. */
function regress(
  rows: readonly SparseVector[],
  targets: readonly Float32Array[],
  weights: Float32Array,
  size: number,
  groupWeights: Partial<Record<Group, number>>,
) {
  const table = new Float32Array(size * K)
  const squaredGradients = new Float32Array(size * K)
  const bias = new Float32Array(K)
  const strengths = GROUPS.map((group) => groupWeights[group] ?? 0)
  const selected = rows.map(({ ids, values, groups }) => {
    const kept = [...ids.keys()].filter((n) => (strengths[groups[n] ?? 0] ?? 0) > 0)
    return {
      ids: Int32Array.from(kept, (n) => ids[n] ?? 0),
      values: Float32Array.from(kept, (n) => (values[n] ?? 0) * (strengths[groups[n] ?? 0] ?? 0)),
    }
  })
  const order = [...rows.keys()]
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const scores = new Float64Array(K)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (let n = order.length - 1; n > 0; n -= 1) {
      const other = Math.floor(random() * (n + 1))
      const swapped = order[n] as number
      order[n] = order[other] as number
      order[other] = swapped
    }
    const rate = LEARNING_RATE * (1 - epoch / EPOCHS) + 0.02
    for (const row of order) {
      const { ids, values } = selected[row] as (typeof selected)[number]
      const shares = targets[row] as Float32Array
      const weight = weights[row] as number
      scores.set(bias)
      for (let f = 0; f < ids.length; f += 1) {
        const at = (ids[f] as number) * K
        const value = values[f] as number
        for (let k = 0; k < K; k += 1) scores[k] = (scores[k] as number) + (table[at + k] as number) * value
      }
      let top = Number.NEGATIVE_INFINITY
      for (let k = 0; k < K; k += 1) top = Math.max(top, scores[k] as number)
      let sum = 0
      for (let k = 0; k < K; k += 1) {
        scores[k] = Math.exp((scores[k] as number) - top)
        sum += scores[k] as number
      }
      for (let k = 0; k < K; k += 1)
        scores[k] = weight * ((scores[k] as number) / sum - (shares[k] as number))
      for (let f = 0; f < ids.length; f += 1) {
        const at = (ids[f] as number) * K
        const value = values[f] as number
        for (let k = 0; k < K; k += 1) {
          const gradient = (scores[k] as number) * value + WEIGHT_DECAY * (table[at + k] as number)
          const squared = (squaredGradients[at + k] as number) + gradient * gradient
          squaredGradients[at + k] = squared
          table[at + k] = (table[at + k] as number) - (rate * gradient) / Math.sqrt(squared + 0.1)
        }
      }
      for (let k = 0; k < K; k += 1) bias[k] = (bias[k] as number) - 0.01 * rate * (scores[k] as number)
    }
  }
  return { table, bias, strengths }
}

/**
 * Trains a model: two regressions and naive Bayes, added up and quantised to eight bits.
 * @param temperature stored in the model, to calibrate its probabilities
 * @param sureThreshold stored in the model: the probability from which on no question is needed
 */
export function trainModel(
  rows: readonly TrainingExample[],
  temperature = 1,
  sureThreshold = 0.5,
): TrainedModel {
  const vocabulary = vocabularyOf(rows)
  const size = vocabulary.hashes.length
  const targets = rows.map(targetOf)
  const weights = sampleWeights(rows)
  const vectors = rows.map(({ features }) => vectorOf(features, vocabulary))
  const regressions = [WORD_GROUPS, LETTER_GROUPS].map((groupWeights) =>
    regress(vectors, targets, weights, size, groupWeights),
  )
  const odds = naiveBayes(rows, targets, weights, vocabulary)
  const bayesStrengths = GROUPS.map((group) => (BAYES_GROUPS[group] ?? 0) * BAYES_WEIGHT)
  const bias = Float32Array.from({ length: K }, (_, k) =>
    regressions.reduce((sum, regression) => sum + (regression.bias[k] ?? 0), 0),
  )
  const scale = new Uint8Array(size)
  const table = new Int8Array(size * K)
  const sum = new Float64Array(K)
  for (let id = 0; id < size; id += 1) {
    const group = vocabulary.groups[id] ?? 0
    let max = 0
    let mean = 0
    for (let k = 0; k < K; k += 1) {
      let weight = (odds[id * K + k] ?? 0) * (bayesStrengths[group] ?? 0)
      for (const regression of regressions)
        weight += (regression.table[id * K + k] ?? 0) * (regression.strengths[group] ?? 0)
      sum[k] = weight
      mean += weight / K
    }
    // A value common to all columns does not change the ranking. Without it, eight bits are more precise.
    for (let k = 0; k < K; k += 1) {
      sum[k] = (sum[k] ?? 0) - mean
      max = Math.max(max, Math.abs(sum[k] ?? 0))
    }
    const code = Math.min(255, Math.max(0, Math.ceil(Math.log(max || 1e-9) * 16) + 200))
    scale[id] = code
    for (let k = 0; k < K; k += 1) table[id * K + k] = Math.round(((sum[k] ?? 0) / decodeScale(code)) * 127)
  }
  return {
    size,
    temperature,
    sureThreshold,
    bias,
    hashes: Uint32Array.from(vocabulary.hashes),
    idf: Uint8Array.from(vocabulary.idf, (value) => Math.round(value / IDF_STEP)),
    scale,
    weights: table,
  }
}
