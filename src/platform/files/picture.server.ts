import { readFile } from 'node:fs/promises'
import type sharp from 'sharp'
import type { FileTransform } from './bucket-policy.server.ts'
import { type PictureOwner, withDecodeSlot } from './picture-queue.server.ts'
import { FileRefused } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** More is a decompression bomb: no phone camera makes larger pictures within the size limits. */
const MAX_PIXELS = 50_000_000
/**
 * Decoded bytes, times the passes of the decoder: a photo of 48 megapixels in one pass. Computed before
 * decoding (A7, docs/decisions/0030).
 */
const MAX_DECODED_BYTES = 150_000_000
/** An interlaced PNG costs as much as 6 plain ones; a progressive JPEG costs one pass per 5 scans. */
const INTERLACED_PNG_PASSES = 6
const SCANS_PER_PASS = 5
const DECODE_TIMEOUT_SECONDS = 15
/**
 * Bytes of compressed texts and colour profiles in a PNG at most. They may expand a thousandfold, and libvips
 * expands them before it checks any size or time limit.
 */
const MAX_METADATA_BYTES = 256 * 1024
const COMPRESSED_METADATA_CHUNKS = new Set(['zTXt', 'iTXt', 'iCCP'])
const PNG_SIGNATURE = 0x89504e47
/** JPEG markers. */
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Side of a stored photo, pixels (OPEN-60). */
const PHOTO_SIDE = 512

let sharpModule: Promise<typeof sharp> | undefined

/** Loads sharp with the first picture: processes without pictures use 23 MB less. */
function loadSharp(): Promise<typeof sharp> {
  sharpModule ??= import('sharp').then(({ default: sharp }) => {
    // One thread, to leave CPU for requests. No cache: each picture is read once.
    sharp.concurrency(1)
    sharp.cache(false)
    // libvips can read a hundred formats, but users may upload only JPEG and PNG (content.server.ts). SVG is
    // for the ID cards of the demo data.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadSvg'],
    })
    return sharp
  })
  return sharpModule
}

const openPicture = (library: typeof sharp, path: string) =>
  library(path, {
    // Fails on truncated or broken pixel data, not on warnings.
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds: DECODE_TIMEOUT_SECONDS })

const isPng = (file: Buffer) => file.readUInt32BE(0) === PNG_SIGNATURE

/** Whether a PNG has more compressed metadata than MAX_METADATA_BYTES. */
function hasTooMuchMetadata(file: Buffer): boolean {
  if (!isPng(file)) return false
  let metadataBytes = 0
  for (let at = 8; at + 8 <= file.length; ) {
    // A chunk: length, name, data, checksum.
    const chunkBytes = 12 + file.readUInt32BE(at)
    if (COMPRESSED_METADATA_CHUNKS.has(file.toString('latin1', at + 4, at + 8))) metadataBytes += chunkBytes
    at += chunkBytes
  }
  return metadataBytes > MAX_METADATA_BYTES
}

/** Scans of a JPEG. Data after its end (a video, another picture) is ignored. */
function countScans(file: Buffer): number {
  let scans = 0
  for (let at = file.indexOf(0xff); at !== -1 && at + 4 <= file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) break
    // Fill bytes, stuffing, restart markers and the start marker have no length.
    if (marker === 0xff) at += 1
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      if (marker === START_OF_SCAN) scans++
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return scans
}

/** Whether decoding would cost too much. Interlaced and progressive pictures need many passes. */
async function costsTooMuch(library: typeof sharp, path: string, file: Buffer): Promise<boolean> {
  const { width, height, channels, depth, isProgressive } = await library(path, {
    limitInputPixels: false,
  }).metadata()
  const pixels = width * height
  const bytes = pixels * channels * (depth === 'uchar' ? 1 : 2)
  const passes = isPng(file)
    ? isProgressive
      ? INTERLACED_PNG_PASSES
      : 1
    : Math.max(1, countScans(file) / SCANS_PER_PASS)
  return pixels > MAX_PIXELS || bytes * passes > MAX_DECODED_BYTES
}

/**
 * Decodes a picture, through the queue.
 * @returns null when it cannot be decoded
 * @throws TryLater when the queue is full, FileRefused when it costs too much or another of its owner's waits
 */
async function decode(
  path: string,
  owner: PictureOwner,
  work: (picture: ReturnType<typeof openPicture>) => Promise<Buffer>,
): Promise<Buffer | null> {
  const library = await loadSharp()
  return withDecodeSlot(owner, async () => {
    try {
      const file = await readFile(path)
      if (hasTooMuchMetadata(file)) return null
      if (await costsTooMuch(library, path, file)) throw new FileRefused(422, FILE_TEXTS.tooLarge)
      return await work(openPicture(library, path))
    } catch (error) {
      if (error instanceof FileRefused) throw error
      return null
    }
  })
}

/** Whether every line of the picture can be decoded. @throws TryLater, FileRefused */
export async function isDecodable(path: string, owner: PictureOwner): Promise<boolean> {
  const pixels = await decode(path, owner, (picture) =>
    picture.resize(8, 8, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false }).raw().toBuffer(),
  )
  return pixels !== null
}

/** OPEN-60: makes a square JPEG of 512 × 512, upright and without metadata (location, time, device). */
export const squareJpeg: FileTransform = {
  outputType: 'image/jpeg',
  apply: (path, owner) =>
    decode(path, owner, (picture) =>
      picture
        .autoOrient()
        // Crops to fit (sharp's default).
        .resize(PHOTO_SIDE, PHOTO_SIDE)
        // Transparent areas of a PNG would turn black.
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 85, mozjpeg: true })
        .toBuffer(),
    ),
}
