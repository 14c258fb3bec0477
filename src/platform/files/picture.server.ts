import { readFile } from 'node:fs/promises'
import type sharp from 'sharp'
import type { Transform } from './door.server.ts'
import { inTurn, type Sender } from './picture-queue.server.ts'
import { FileRefused } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** More is a bomb: no telephone's camera makes a larger one in so few bytes. */
const PIXELS_MAX = 50_000_000
/**
 * Bytes that a picture may unpack to, once for each time that the decoder goes through them: a photo of 48 megapixels in
 * one pass. What it costs is known from the header alone (A7).
 */
const UNPACKED_BYTES_MAX = 150_000_000
/** An interlaced PNG costs as much as so many plain ones, and a JPEG one more for each of so many scans. */
const INTERLACED_WEIGHT = 6
const SCANS_PER_WEIGHT = 5
/** Seconds a picture may take to decode. */
const PATIENCE = 15
/**
 * Bytes of texts and colour profiles that a PNG may carry, many times what any camera or screen writes. They unpack a
 * thousandfold, and libvips unpacks them before it asks for size or time: 10 MB of them took 38 s (measured).
 */
const MOST_ASIDE = 256 * 1024
const ASIDE = new Set(['zTXt', 'iTXt', 'iCCP'])
const PNG = 0x89504e47
/** Markers of a JPEG. */
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
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

const openPicture = (library: typeof sharp, path: string) =>
  library(path, {
    // A warning is what a cut picture gives.
    failOn: 'error',
    limitInputPixels: PIXELS_MAX,
    sequentialRead: true,
  }).timeout({ seconds: PATIENCE })

const isPng = (file: Buffer) => file.readUInt32BE(0) === PNG

/** Whether a PNG carries more than that beside its picture. */
function carriesTooMuch(file: Buffer): boolean {
  if (!isPng(file)) return false
  let aside = 0
  for (let at = 8; at + 8 <= file.length; ) {
    // Length, name, content, checksum.
    const whole = 12 + file.readUInt32BE(at)
    if (ASIDE.has(file.toString('latin1', at + 4, at + 8))) aside += whole
    at += whole
  }
  return aside > MOST_ASIDE
}

/** How often a JPEG goes over its picture. What stands behind its end (a film, another picture) is not looked at. */
function scansOf(file: Buffer): number {
  let scans = 0
  for (let at = file.indexOf(0xff); at !== -1 && at + 4 <= file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) break
    // Filling, stuffing, restarts and the start have no length.
    if (marker === 0xff) at += 1
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      if (marker === START_OF_SCAN) scans++
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return scans
}

/**
 * Whether decoding would cost too much, by the header. Interlaced and progressive pictures are gone through many times.
 */
async function costsTooMuch(library: typeof sharp, path: string, file: Buffer): Promise<boolean> {
  const { width, height, channels, depth, isProgressive } = await library(path, {
    limitInputPixels: false,
  }).metadata()
  const pixels = width * height
  const bytes = pixels * channels * (depth === 'uchar' ? 1 : 2)
  const weight = isPng(file)
    ? isProgressive
      ? INTERLACED_WEIGHT
      : 1
    : Math.max(1, scansOf(file) / SCANS_PER_WEIGHT)
  return pixels > PIXELS_MAX || bytes * weight > UNPACKED_BYTES_MAX
}

/**
 * Decodes a picture in its turn.
 * @returns null when it cannot be read
 * @throws TryLater, FileRefused when it costs too much or another of the sender's waits
 */
async function decoded(
  path: string,
  sender: Sender,
  work: (picture: ReturnType<typeof openPicture>) => Promise<Buffer>,
): Promise<Buffer | null> {
  const library = await load()
  return inTurn(sender, async () => {
    try {
      const file = await readFile(path)
      if (carriesTooMuch(file)) return null
      if (await costsTooMuch(library, path, file)) throw new FileRefused(422, FILE_TEXTS.tooLarge)
      return await work(openPicture(library, path))
    } catch (error) {
      if (error instanceof FileRefused) throw error
      return null
    }
  })
}

/** Whether every line of the picture can be decoded. @throws TryLater, FileRefused */
export async function decodes(path: string, sender: Sender): Promise<boolean> {
  const drawn = await decoded(path, sender, (picture) =>
    picture.resize(8, 8, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false }).raw().toBuffer(),
  )
  return drawn !== null
}

/** OPEN-60: a square jpeg of 512 × 512, upright, with nothing of what the camera wrote (place, time, device). */
export const squareJpeg: Transform = {
  type: 'image/jpeg',
  make: (path, sender) =>
    decoded(path, sender, (picture) =>
      picture
        .autoOrient()
        // Cut to fit, sharp's default.
        .resize(SIDE, SIDE)
        // Transparent places of a PNG would turn black.
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 85, mozjpeg: true })
        .toBuffer(),
    ),
}
