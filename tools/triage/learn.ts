import { featuresOf, GROUPS, type Group, type Read } from '../../src/capabilities/search/triage/features.ts'
import {
  CLASSES,
  COLUMNS,
  type Model,
  RARITY_STEP,
  scaleOf,
} from '../../src/capabilities/search/triage/model.ts'
import { kindOf, otherSpecialty } from '../../src/capabilities/search/triage/other.ts'
import type { Example } from './corpus.ts'

const K = COLUMNS.length
const columnOf = new Map<string, number>(COLUMNS.map((name, k) => [name, k]))
const OTHER_LABEL = 'Otro'
/** What a text of class Otro that names nothing is taken for. */
const OTHER_PLAIN = 'Derecho administrativo'
export const classOf = new Map<string, number>(CLASSES.map((name, k) => [name, k]))

/** Features that stand in one text only teach nothing about the next. */
const SEEN_MIN = 2
/** 31 bytes each: 2.2 MB, 2.9 MB as text. */
const FEATURES_MAX = 70_000
const EPOCHS = 8
const RATE = 0.5
const DECAY = 1e-4
/** Part of each label that goes to all classes: labels are opinions. */
const SMOOTHING = 0.1
/** Part of each label that goes to what another lawyer would say. */
const ALSO = 0.15
/** How strongly each kind of feature speaks, in each of the three learners that are added up. */
const WORDS: Partial<Record<Group, number>> = { word: 1, pair: 0.7, concept: 1 }
const LETTERS: Partial<Record<Group, number>> = { letters: 1 }
const BAYES: Partial<Record<Group, number>> = {
  word: 1,
  pair: 1,
  skip: 0.7,
  letters: 1,
  concept: 1,
  concepts: 1,
}
const BAYES_PART = 0.3
/** Share of the class Otro among texts; the 15 others are alike. What the corpus has more of says who wrote it. */
const OTHER_SHARE = 0.19

export interface Learned {
  example: Example
  read: Read
  /** The kind of Otro that its words name, for when its label is Otro. */
  kind: string
}
/** Reads a text's features once; folds and learners share them. */
export function readExample(example: Example): Learned {
  const read = featuresOf(example.text)
  return { example, read, kind: kindOf(otherSpecialty(read.concepts) ?? OTHER_PLAIN) }
}

interface Vocabulary {
  id: Map<number, number>
  hashes: number[]
  groups: number[]
  rarity: number[]
}
interface Row {
  ids: Int32Array
  values: Float32Array
  groups: Uint8Array
}

/** The label as shares of the columns. */
function target({ example: { specialty, also }, kind }: Learned): Float32Array {
  const shares = new Float32Array(K).fill(SMOOTHING / K)
  const column = (name: string) => columnOf.get(name === OTHER_LABEL ? kind : name) ?? K - 1
  const others = also.flatMap((name) => (name !== specialty && classOf.has(name) ? [column(name)] : []))
  const add = (k: number, share: number) => {
    shares[k] = (shares[k] ?? 0) + share
  }
  add(column(specialty), 1 - SMOOTHING - (others.length > 0 ? ALSO : 0))
  for (const k of others) add(k, ALSO / others.length)
  return shares
}

/** How much each text counts, so that classes weigh as they come in life rather than as they were written. */
function weightsOf(rows: readonly Learned[]): Float32Array {
  const counts = new Map<string, number>()
  for (const { example } of rows) counts.set(example.specialty, (counts.get(example.specialty) ?? 0) + 1)
  return Float32Array.from(rows, ({ example }) => {
    const wanted = example.specialty === 'Otro' ? OTHER_SHARE : (1 - OTHER_SHARE) / (CLASSES.length - 1)
    const weight = (wanted * rows.length) / (counts.get(example.specialty) ?? 1)
    return Math.min(3, Math.max(1 / 3, weight))
  })
}

/** Log-odds of each class given a feature, smoothed: features × K. */
function bayes(
  rows: readonly Learned[],
  targets: readonly Float32Array[],
  weights: Float32Array,
  words: Vocabulary,
) {
  const n = words.hashes.length
  const table = new Float32Array(n * K)
  const all = new Float32Array(n)
  const totals = new Float64Array(K)
  let total = 0
  rows.forEach(({ read }, row) => {
    const weight = weights[row] ?? 1
    const shares = targets[row] ?? new Float32Array(K)
    for (const group of GROUPS)
      for (const hash of read.counts[group].keys()) {
        const id = words.id.get(hash)
        if (id === undefined) continue
        all[id] = (all[id] ?? 0) + weight
        total += weight
        for (let k = 0; k < K; k += 1) {
          table[id * K + k] = (table[id * K + k] ?? 0) + weight * (shares[k] ?? 0)
          totals[k] = (totals[k] ?? 0) + weight * (shares[k] ?? 0)
        }
      }
  })
  for (let id = 0; id < n; id += 1) {
    const here = all[id] ?? 0
    const prior = (here / total) * K + 0.2
    for (let k = 0; k < K; k += 1) {
      const inside = table[id * K + k] ?? 0
      const of = totals[k] ?? 0
      const among = (inside + prior) / (of + K + 0.2 * n)
      const outside = (here - inside + prior) / (total - of + K + 0.2 * n)
      table[id * K + k] = Math.log(among / outside)
    }
  }
  return table
}

function vocabularyOf(rows: readonly Learned[]): Vocabulary {
  const seen = new Map<number, number>()
  const groupOf = new Map<number, number>()
  for (const { read } of rows)
    for (const [g, group] of GROUPS.entries())
      for (const hash of read.counts[group].keys()) {
        seen.set(hash, (seen.get(hash) ?? 0) + 1)
        groupOf.set(hash, g)
      }
  const hashes = [...seen].flatMap(([hash, times]) => (times >= SEEN_MIN ? [hash] : [])).sort((a, b) => a - b)
  const made = (kept: number[]): Vocabulary => ({
    id: new Map(kept.map((hash, id) => [hash, id])),
    hashes: kept,
    groups: kept.map((hash) => groupOf.get(hash) ?? 0),
    rarity: kept.map((hash) => {
      const rarity = Math.log((1 + rows.length) / (1 + (seen.get(hash) ?? 0))) + 1
      // As the model file keeps it.
      return Math.round(rarity / RARITY_STEP) * RARITY_STEP
    }),
  })
  const whole = made(hashes)
  if (hashes.length <= FEATURES_MAX) return whole
  // What tells classes apart most, over how many texts it does.
  const odds = bayes(rows, rows.map(target), weightsOf(rows), whole)
  const worth = hashes.map((hash, id) => {
    let most = 0
    for (let k = 0; k < K; k += 1) most = Math.max(most, odds[id * K + k] ?? 0)
    return most * Math.sqrt(seen.get(hash) ?? 0)
  })
  const least = Float64Array.from(worth).sort().at(-FEATURES_MAX) ?? 0
  return made(hashes.filter((_, id) => (worth[id] ?? 0) >= least).slice(0, FEATURES_MAX))
}

function rowOf(read: Read, words: Vocabulary): Row {
  const ids: number[] = []
  const values: number[] = []
  const groups: number[] = []
  for (const [g, group] of GROUPS.entries()) {
    const from = ids.length
    let sum = 0
    for (const [hash, times] of read.counts[group]) {
      const id = words.id.get(hash)
      if (id === undefined) continue
      const value = (1 + Math.log(times)) * (words.rarity[id] ?? 0)
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

/** Softmax regression by AdaGrad over some groups; the same seed, the same result. */
function regress(
  rows: readonly Row[],
  targets: readonly Float32Array[],
  weights: Float32Array,
  size: number,
  strength: Partial<Record<Group, number>>,
) {
  const table = new Float32Array(size * K)
  const gradients = new Float32Array(size * K)
  const bias = new Float32Array(K)
  const strengths = GROUPS.map((group) => strength[group] ?? 0)
  const narrow = rows.map(({ ids, values, groups }) => {
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
      const here = order[n] as number
      order[n] = order[other] as number
      order[other] = here
    }
    const rate = RATE * (1 - epoch / EPOCHS) + 0.02
    for (const row of order) {
      const { ids, values } = narrow[row] as (typeof narrow)[number]
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
          const slope = (scores[k] as number) * value + DECAY * (table[at + k] as number)
          const seen = (gradients[at + k] as number) + slope * slope
          gradients[at + k] = seen
          table[at + k] = (table[at + k] as number) - (rate * slope) / Math.sqrt(seen + 0.1)
        }
      }
      for (let k = 0; k < K; k += 1) bias[k] = (bias[k] as number) - 0.01 * rate * (scores[k] as number)
    }
  }
  return { table, bias, strengths }
}

/** Learns a model from read examples: two regressions and naive Bayes, added up and rounded to eight bits. */
export function learn(rows: readonly Learned[], temperature = 1, sure = 0.5): Omit<Model, 'bytes'> {
  const words = vocabularyOf(rows)
  const size = words.hashes.length
  const targets = rows.map(target)
  const weights = weightsOf(rows)
  const vectors = rows.map(({ read }) => rowOf(read, words))
  const parts = [WORDS, LETTERS].map((strength) => regress(vectors, targets, weights, size, strength))
  const odds = bayes(rows, targets, weights, words)
  const bayesStrengths = GROUPS.map((group) => (BAYES[group] ?? 0) * BAYES_PART)
  const bias = Float32Array.from({ length: K }, (_, k) =>
    parts.reduce((sum, part) => sum + (part.bias[k] ?? 0), 0),
  )
  const scale = new Uint8Array(size)
  const table = new Int8Array(size * K)
  const sum = new Float64Array(K)
  for (let id = 0; id < size; id += 1) {
    const group = words.groups[id] ?? 0
    let most = 0
    let mean = 0
    for (let k = 0; k < K; k += 1) {
      let weight = (odds[id * K + k] ?? 0) * (bayesStrengths[group] ?? 0)
      for (const part of parts) weight += (part.table[id * K + k] ?? 0) * (part.strengths[group] ?? 0)
      sum[k] = weight
      mean += weight / K
    }
    // What all classes share changes no order: taken away, eight bits go further.
    for (let k = 0; k < K; k += 1) {
      sum[k] = (sum[k] ?? 0) - mean
      most = Math.max(most, Math.abs(sum[k] ?? 0))
    }
    const code = Math.min(255, Math.max(0, Math.ceil(Math.log(most || 1e-9) * 16) + 200))
    scale[id] = code
    for (let k = 0; k < K; k += 1) table[id * K + k] = Math.round(((sum[k] ?? 0) / scaleOf(code)) * 127)
  }
  return {
    size,
    temperature,
    sure,
    bias,
    hashes: Uint32Array.from(words.hashes),
    rarity: Uint8Array.from(words.rarity, (value) => Math.round(value / RARITY_STEP)),
    scale,
    weights: table,
  }
}
