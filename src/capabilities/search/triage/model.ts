import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { GROUPS, type Group, type TextFeatures } from './features.ts'
import { OTHER_KINDS } from './other.ts'

/**
 * File format of the linear model, written by `npm run triage:train` (tools/triage/). For each feature it has
 * the inverse document frequency (idf) and an 8-bit weight for each column. Little-endian, in this order:
 *
 *   u32 version · u32 number of features n · f32 temperature · f32 sureThreshold · digest × 16, ASCII ·
 *   f32 bias × columns · u32 hash × n, ascending · u8 idf × n · u8 scale × n · i8 weight × columns × n
 */
export const MODEL_VERSION = 2
export const CLASSES = CASE_SPECIALTIES
/** Columns of weights: the classes without «Otro», the last of CLASSES, and then the kinds of «Otro». */
export const COLUMNS: readonly string[] = [...CLASSES.slice(0, -1), ...OTHER_KINDS]
const K = COLUMNS.length
const OTHER_INDEX = CLASSES.length - 1
const DIGEST_OFFSET = 16
const DIGEST_BYTES = 16
const BIAS_OFFSET = DIGEST_OFFSET + DIGEST_BYTES
const HEADER_BYTES = BIAS_OFFSET + 4 * K
const BYTES_PER_FEATURE = 4 + 1 + 1 + K
/** Inverse document frequency per unit of the stored byte: 0 to 10.2 in steps of 1/25. */
export const IDF_STEP = 1 / 25
/** Decodes a feature's scale byte to the limit of its weights: e^((code − 200) / 16). */
export const decodeScale = (code: number) => Math.exp((code - 200) / 16)

export interface TriageModel {
  size: number
  /** Divisor of the scores that calibrates them: a probability of 0.8 is right four times in five. */
  temperature: number
  /** From this probability on, the first specialty is proposed without a question. */
  sureThreshold: number
  /** Hash of the corpus and the code that extracts features (`corpusDigest` of tools/triage/corpus.ts). */
  digest: string
  bias: Float32Array
  hashes: Uint32Array
  idf: Uint8Array
  scale: Uint8Array
  weights: Int8Array
  bytes: number
}

/** What training makes: a model without what belongs to its file. */
export type TrainedModel = Omit<TriageModel, 'bytes' | 'digest'>

/** Parses a model file. Throws if it has another version or length. */
export function readModel(file: ArrayBuffer): TriageModel {
  const view = new DataView(file)
  const size = view.getUint32(4, true)
  if (
    view.getUint32(0, true) !== MODEL_VERSION ||
    file.byteLength !== HEADER_BYTES + size * BYTES_PER_FEATURE
  )
    throw new Error('The triage model is not of this version: run npm run triage:train.')
  const bias = Float32Array.from({ length: K }, (_, k) => view.getFloat32(BIAS_OFFSET + 4 * k, true))
  let offset = HEADER_BYTES
  const section = <T>(bytes: number, make: (from: number) => T): T => {
    const made = make(offset)
    offset += bytes
    return made
  }
  return {
    size,
    temperature: view.getFloat32(8, true),
    sureThreshold: view.getFloat32(12, true),
    digest: new TextDecoder().decode(new Uint8Array(file, DIGEST_OFFSET, DIGEST_BYTES)),
    bias,
    hashes: section(4 * size, (from) => new Uint32Array(file, from, size)),
    idf: section(size, (from) => new Uint8Array(file, from, size)),
    scale: section(size, (from) => new Uint8Array(file, from, size)),
    weights: section(K * size, (from) => new Int8Array(file, from, K * size)),
    bytes: file.byteLength,
  }
}

export function writeModel(model: TrainedModel, digest: string): ArrayBuffer {
  const file = new ArrayBuffer(HEADER_BYTES + model.size * BYTES_PER_FEATURE)
  const view = new DataView(file)
  view.setUint32(0, MODEL_VERSION, true)
  view.setUint32(4, model.size, true)
  view.setFloat32(8, model.temperature, true)
  view.setFloat32(12, model.sureThreshold, true)
  new TextEncoder().encodeInto(digest, new Uint8Array(file, DIGEST_OFFSET, DIGEST_BYTES))
  for (const [k, value] of model.bias.entries()) view.setFloat32(BIAS_OFFSET + 4 * k, value, true)
  let offset = HEADER_BYTES
  for (const section of [model.hashes, model.idf, model.scale, model.weights]) {
    new Uint8Array(file, offset, section.byteLength).set(
      new Uint8Array(section.buffer, section.byteOffset, section.byteLength),
    )
    offset += section.byteLength
  }
  return file
}

/** Binary search: the index of a hash, or -1. */
function indexOfHash(hashes: Uint32Array, hash: number): number {
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

export interface ActiveFeature {
  feature: number
  hash: number
  group: Group
  /** TF-IDF value, normalised per group. */
  value: number
}

/** The features of a text that the model knows. The values of each group are normalised to length 1. */
export function activeFeatures(model: TriageModel, features: TextFeatures): ActiveFeature[] {
  const parts: ActiveFeature[] = []
  for (const group of GROUPS) {
    const from = parts.length
    let sum = 0
    for (const [hash, times] of features.counts[group]) {
      const feature = indexOfHash(model.hashes, hash)
      if (feature === -1) continue
      const value = (1 + Math.log(times)) * (model.idf[feature] ?? 0) * IDF_STEP
      parts.push({ feature, hash, group, value })
      sum += value * value
    }
    const length = Math.sqrt(sum) || 1
    for (const part of parts.slice(from)) part.value /= length
  }
  return parts
}

export function columnScores(model: TriageModel, parts: readonly ActiveFeature[]): Float64Array {
  const scores = Float64Array.from(model.bias)
  for (const { feature, value } of parts) {
    const unit = (decodeScale(model.scale[feature] ?? 0) / 127) * value
    const row = feature * K
    for (let k = 0; k < K; k += 1) scores[k] = (scores[k] ?? 0) + (model.weights[row + k] ?? 0) * unit
  }
  return scores
}

/** Converts probabilities of COLUMNS to probabilities of CLASSES: adds up the kinds of «Otro». */
export function mergeOtherKinds(columns: Float64Array): Float64Array {
  const chances = columns.slice(0, CLASSES.length)
  chances[OTHER_INDEX] = columns.slice(OTHER_INDEX).reduce((sum, chance) => sum + chance, 0)
  return chances
}

/** Probability of each kind of «Otro», given that the class is «Otro». */
export function otherKindChances(columns: Float64Array): Map<string, number> {
  const kinds = columns.slice(OTHER_INDEX)
  const sum = kinds.reduce((total, chance) => total + chance, 0) || 1
  return new Map(OTHER_KINDS.map((kind, n) => [kind, (kinds[n] ?? 0) / sum]))
}

/** Softmax of the scores at a temperature: probabilities that add up to 1. */
export function softmax(scores: Float64Array, temperature: number): Float64Array {
  const top = Math.max(...scores)
  const chances = scores.map((score) => Math.exp((score - top) / temperature))
  const sum = chances.reduce((total, chance) => total + chance, 0)
  return chances.map((chance) => chance / sum)
}

/** Contribution of one feature to the score of column k. */
export const contributionOf = (model: TriageModel, { feature, value }: ActiveFeature, k: number) =>
  (model.weights[feature * K + k] ?? 0) * (decodeScale(model.scale[feature] ?? 0) / 127) * value
