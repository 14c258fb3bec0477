import { readFile } from 'node:fs/promises'
import type sharp from 'sharp'
import type { Transform } from './door.server.ts'
import { TryLater } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** More is a bomb: 40 megapixels are eight times what a telephone's camera needs for a card. */
const MOST_PIXELS = 40_000_000
/** Seconds a picture may take to decode. */
const PATIENCE = 15
/** Pictures that may wait for the one that is being decoded; each may hold 160 MB while it is. */
const QUEUE = 32
/**
 * Bytes of texts and colour profiles that a PNG may carry, many times what any camera or screen writes. They unpack a
 * thousandfold, and libvips unpacks them before it asks for size or time: 10 MB of them took 38 s (measured).
 */
const MOST_ASIDE = 256 * 1024
const ASIDE = new Set(['zTXt', 'iTXt', 'iCCP'])
const PNG = 0x89504e47
/** OPEN-60. */
const SIDE = 512

let loaded: Promise<typeof sharp> | undefined

/** With the first picture: a process that sees none is 23 MB smaller. */
function load(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // One thread: two cores are shared with everybody who reads pages meanwhile. No cache: pictures are seen once.
    sharp.concurrency(1)
    sharp.cache(false)
    // libvips reads a hundred formats, and only two ever come from a stranger (content.server.ts); the third draws
    // the cards of the demonstration.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadSvg'],
    })
    return sharp
  })
  return loaded
}

const waiting: (() => void)[] = []
let busy = false

/** One picture at a time in this process. @throws TryLater when the queue is full */
async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  if (busy) {
    if (waiting.length >= QUEUE) throw new TryLater(FILE_TEXTS.busy)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  busy = true
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy = false
  }
}

const openPicture = (library: typeof sharp, path: string) =>
  library(path, {
    // A warning is what a cut picture gives.
    failOn: 'error',
    limitInputPixels: MOST_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds: PATIENCE })

/** Whether a PNG carries more than that beside its picture. */
async function carriesTooMuch(path: string): Promise<boolean> {
  const file = await readFile(path)
  if (file.readUInt32BE(0) !== PNG) return false
  let aside = 0
  for (let at = 8; at + 8 <= file.length; ) {
    // Length, name, content, checksum.
    const whole = 12 + file.readUInt32BE(at)
    if (ASIDE.has(file.toString('latin1', at + 4, at + 8))) aside += whole
    at += whole
  }
  return aside > MOST_ASIDE
}

/** Whether every line of the picture can be decoded. @throws TryLater */
export async function decodes(path: string): Promise<boolean> {
  const library = await load()
  return oneByOne(async () => {
    try {
      if (await carriesTooMuch(path)) return false
      await openPicture(library, path)
        .resize(8, 8, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
        .raw()
        .toBuffer()
      return true
    } catch {
      return false
    }
  })
}

/** OPEN-60: a square jpeg of 512 × 512, upright, with nothing of what the camera wrote (place, time, device). */
export const squareJpeg: Transform = {
  type: 'image/jpeg',
  make: async (path) => {
    const library = await load()
    return oneByOne(async () => {
      try {
        if (await carriesTooMuch(path)) return null
        return await openPicture(library, path)
          .autoOrient()
          .resize(SIDE, SIDE, { fit: 'cover' })
          // Transparent places of a PNG would turn black.
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 85, mozjpeg: true })
          .toBuffer()
      } catch {
        return null
      }
    })
  },
}
