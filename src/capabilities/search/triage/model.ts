import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { GROUPS, type Group, type Read } from './features.ts'
import { OTHER_KINDS } from './other.ts'

/**
 * A linear model: for each feature its rarity and, for each column, a weight in eight bits. Made by
 * `npm run triage:train` (tools/triage/), read here. Little-endian, in this order:
 *
 *   u32 version · u32 number of features n · f32 temperature · f32 sure · f32 bias × columns ·
 *   u32 hash × n, ascending · u8 rarity × n · u8 scale × n · i8 weight × columns × n
 */
export const VERSION = 1
export const CLASSES = CASE_SPECIALTIES
/** Columns of weights: the classes but Otro, which comes last in CLASSES, then each kind of Otro. */
export const COLUMNS: readonly string[] = [...CLASSES.slice(0, -1), ...OTHER_KINDS]
const K = COLUMNS.length
const OTHER_AT = CLASSES.length - 1
const HEAD = 4 + 4 + 4 + 4 + 4 * K
const PER_FEATURE = 4 + 1 + 1 + K
/** Rarity (inverse document frequency) in steps of 1/25: 0 to 10.2. */
export const RARITY_STEP = 1 / 25
/** A feature's largest weight, e^((scale − 200) / 16). */
export const scaleOf = (code: number) => Math.exp((code - 200) / 16)

export interface Model {
  size: number
  /** What the scores are divided by, so that a chance of 0.8 is right four times in five. */
  temperature: number
  /** From this chance on, the first specialty is proposed without a question. */
  sure: number
  bias: Float32Array
  hashes: Uint32Array
  rarity: Uint8Array
  scale: Uint8Array
  weights: Int8Array
  /** Bytes. */
  bytes: number
}

/** Reads a model file; throws when it is not one of this version. */
export function readModel(file: ArrayBuffer): Model {
  const view = new DataView(file)
  const size = view.getUint32(4, true)
  if (view.getUint32(0, true) !== VERSION || file.byteLength !== HEAD + size * PER_FEATURE)
    throw new Error('The triage model is not of this version: npm run triage:train makes it anew.')
  const bias = Float32Array.from({ length: K }, (_, k) => view.getFloat32(16 + 4 * k, true))
  let at = HEAD
  const part = <T>(bytes: number, make: (from: number) => T): T => {
    const made = make(at)
    at += bytes
    return made
  }
  return {
    size,
    temperature: view.getFloat32(8, true),
    sure: view.getFloat32(12, true),
    bias,
    hashes: part(4 * size, (from) => new Uint32Array(file, from, size)),
    rarity: part(size, (from) => new Uint8Array(file, from, size)),
    scale: part(size, (from) => new Uint8Array(file, from, size)),
    weights: part(K * size, (from) => new Int8Array(file, from, K * size)),
    bytes: file.byteLength,
  }
}

/** Writes what readModel reads. */
export function writeModel(model: Omit<Model, 'bytes'>): ArrayBuffer {
  const file = new ArrayBuffer(HEAD + model.size * PER_FEATURE)
  const view = new DataView(file)
  view.setUint32(0, VERSION, true)
  view.setUint32(4, model.size, true)
  view.setFloat32(8, model.temperature, true)
  view.setFloat32(12, model.sure, true)
  for (const [k, value] of model.bias.entries()) view.setFloat32(16 + 4 * k, value, true)
  let at = HEAD
  for (const part of [model.hashes, model.rarity, model.scale, model.weights]) {
    new Uint8Array(file, at, part.byteLength).set(
      new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
    )
    at += part.byteLength
  }
  return file
}

function find(hashes: Uint32Array, hash: number): number {
  let low = 0
  let high = hashes.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const here = hashes[middle] ?? 0
    if (here === hash) return middle
    if (here < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** What a known feature of a text adds: which, and how strongly it stands in the text. */
export interface Part {
  feature: number
  hash: number
  group: Group
  value: number
}

/** The features of a text that the model knows, each group brought to length 1. */
export function partsOf(model: Model, read: Read): Part[] {
  const parts: Part[] = []
  for (const group of GROUPS) {
    const from = parts.length
    let sum = 0
    for (const [hash, times] of read.counts[group]) {
      const feature = find(model.hashes, hash)
      if (feature === -1) continue
      const value = (1 + Math.log(times)) * (model.rarity[feature] ?? 0) * RARITY_STEP
      parts.push({ feature, hash, group, value })
      sum += value * value
    }
    const length = Math.sqrt(sum) || 1
    for (const part of parts.slice(from)) part.value /= length
  }
  return parts
}

/** A score for each column. */
export function scoresOf(model: Model, parts: readonly Part[]): Float64Array {
  const scores = Float64Array.from(model.bias)
  for (const { feature, value } of parts) {
    const unit = (scaleOf(model.scale[feature] ?? 0) / 127) * value
    const at = feature * K
    for (let k = 0; k < K; k += 1) scores[k] = (scores[k] ?? 0) + (model.weights[at + k] ?? 0) * unit
  }
  return scores
}

/** Chances of COLUMNS as chances of CLASSES. */
export function foldKinds(columns: Float64Array): Float64Array {
  const chances = columns.slice(0, CLASSES.length)
  chances[OTHER_AT] = columns.slice(OTHER_AT).reduce((sum, chance) => sum + chance, 0)
  return chances
}

/** How likely each kind of Otro is, were the case one of Otro. */
export function kindsOf(columns: Float64Array): Map<string, number> {
  const kinds = columns.slice(OTHER_AT)
  const sum = kinds.reduce((total, chance) => total + chance, 0) || 1
  return new Map(OTHER_KINDS.map((kind, n) => [kind, (kinds[n] ?? 0) / sum]))
}

/** Scores as chances that add up to 1, at the temperature that made them honest on texts held out. */
export function chancesOf(scores: Float64Array, temperature: number): Float64Array {
  const top = Math.max(...scores)
  const chances = scores.map((score) => Math.exp((score - top) / temperature))
  const sum = chances.reduce((total, chance) => total + chance, 0)
  return chances.map((chance) => chance / sum)
}

/** One feature's push towards a specialty. */
export const pushOf = (model: Model, { feature, value }: Part, k: number) =>
  (model.weights[feature * K + k] ?? 0) * (scaleOf(model.scale[feature] ?? 0) / 127) * value
