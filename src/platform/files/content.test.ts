import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  disguisedFiles,
  interlacedPng,
  jpegWithRepeatedScans,
  pdf,
  picture,
  pngBomb,
  pngWithCompressedTexts,
} from '../../../tests/support/files/test-files.ts'
import type { FileType } from './buckets.ts'
import { isComplete as checkComplete, detectType } from './content.server.ts'
import { squareJpeg } from './picture.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amparo-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeTemp(bytes: Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return path
}

const SENDER = { bucket: 'avatars', ownerId: crypto.randomUUID() } as const
const isComplete = (path: string, type: FileType) => checkComplete(path, type, SENDER)
const TOO_LARGE = 'La imagen es demasiado grande. Elige otra de menor tamaño.'

describe('a type is detected from the content', () => {
  test('pictures and PDFs are detected', async () => {
    expect(await detectType(pdf())).toBe('application/pdf')
    expect(await detectType(await picture('jpeg'))).toBe('image/jpeg')
    expect(await detectType(await picture('png'))).toBe('image/png')
  })

  test.each(Object.entries(disguisedFiles))('%s is not an accepted type', async (_what, bytes) => {
    expect(await detectType(bytes)).toBeNull()
  })
})

describe('an incomplete file is rejected', () => {
  test.each(['jpeg', 'png'] as const)('a %s cut anywhere', async (type) => {
    const whole = await picture(type, { noise: true, width: 200, height: 160 })
    expect(await isComplete(await writeTemp(whole), `image/${type}`)).toBe(true)
    for (let part = 1; part < 20; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 20))
      expect(await isComplete(await writeTemp(cut), `image/${type}`), `${part}/20`).toBe(false)
    }
  })

  test('a PDF cut anywhere', async () => {
    const whole = pdf(20_000)
    expect(await isComplete(await writeTemp(whole), 'application/pdf')).toBe(true)
    for (let part = 1; part < 20; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 20))
      expect(await isComplete(await writeTemp(cut), 'application/pdf'), `${part}/20`).toBe(false)
    }
    expect(await isComplete(await writeTemp(whole.subarray(0, -6)), 'application/pdf')).toBe(false)
  })

  test('PDFs with the variations that real programs write', async () => {
    const plain = pdf()
    const text = plain.toString('latin1')
    const accepted = {
      'Windows line endings': text.replaceAll('startxref\n', 'startxref\r\n').replace('%%EOF\n', '%%EOF\r\n'),
      'no final newline': text.trimEnd(),
      'zeros appended by a scanner': `${text}${'\0'.repeat(600)}`,
      'an incremental update': `${text}6 0 obj\n<< >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Prev 1 >>\nstartxref\n${text.length + 24}\n%%EOF\n`,
    }
    for (const [what, content] of Object.entries(accepted)) {
      expect(await isComplete(await writeTemp(Buffer.from(content, 'latin1')), 'application/pdf'), what).toBe(
        true,
      )
    }
    const end = text.replace(/startxref\n\d+/, `startxref\n${'9'.repeat(9)}`)
    expect(await isComplete(await writeTemp(Buffer.from(end, 'latin1')), 'application/pdf')).toBe(false)
  })

  test('abuse 33: a decompression bomb is refused by its header, without decoding', async () => {
    const bytes = pngBomb()
    expect(bytes.length).toBeLessThan(200_000)
    expect(await detectType(bytes)).toBe('image/png')
    const path = await writeTemp(bytes)
    await expect(isComplete(path, 'image/png')).rejects.toThrow(TOO_LARGE)
    await expect(squareJpeg.apply(path, SENDER)).rejects.toThrow(TOO_LARGE)
    // The same file with small dimensions is accepted: only the size is refused.
    expect(await isComplete(await writeTemp(pngBomb(300, 300)), 'image/png')).toBe(true)
  })
})

test('ONP-29, abuse 33: a picture with text chunks that expand to gigabytes is rejected; one with short texts is accepted', async () => {
  const bomb = await writeTemp(await pngWithCompressedTexts(8))
  expect(await isComplete(bomb, 'image/png')).toBe(false)
  expect(await squareJpeg.apply(bomb, SENDER)).toBeNull()
  expect(await isComplete(await writeTemp(await pngWithCompressedTexts(3, 0.1)), 'image/png')).toBe(true)
})

describe('A7, abuse 33: the cost of decoding is known beforehand', () => {
  const costly: Record<string, () => Buffer | Promise<Buffer>> = {
    'an interlaced PNG of 6300 × 6300 in 16 bits': () => interlacedPng(6_300, 6_300),
    'an interlaced PNG of 2300 × 2300 in 16 bits': () => interlacedPng(2_300, 2_300),
    'a small JPEG with a thousand scans': () => jpegWithRepeatedScans(1_000, 800, 1_000),
    'a progressive JPEG of 48 megapixels': () => jpegWithRepeatedScans(8_000, 6_000, 0),
  }
  test.each(Object.entries(costly))('%s is refused', async (_what, make) => {
    const file = await make()
    const path = await writeTemp(file)
    const type = (await detectType(file)) ?? 'image/png'
    await expect(isComplete(path, type)).rejects.toThrow(TOO_LARGE)
    await expect(squareJpeg.apply(path, SENDER)).rejects.toThrow(TOO_LARGE)
  })

  const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: '#e6007a' } })
  const accepted: Record<string, () => Buffer | Promise<Buffer>> = {
    'a phone photo of 48 megapixels': () => plain(8_000, 6_000).jpeg().toBuffer(),
    'a progressive photo of 24 megapixels': () => jpegWithRepeatedScans(6_000, 4_000, 0),
    'a photo with a video appended': async () =>
      Buffer.concat([
        await plain(4_000, 3_000).jpeg().toBuffer(),
        Buffer.alloc(40_000, '\xff\xda\x00\x08', 'latin1'),
      ]),
    'a 4K screenshot as a PNG with transparency': () => plain(3_840, 2_160, 4).png().toBuffer(),
    'an interlaced PNG of three megapixels': () => interlacedPng(2_000, 1_500),
  }
  test.each(Object.entries(accepted))('%s is accepted', async (_what, make) => {
    const file = await make()
    const path = await writeTemp(file)
    expect(await isComplete(path, (await detectType(file)) ?? 'image/png')).toBe(true)
    expect(await squareJpeg.apply(path, SENDER)).not.toBeNull()
  })
})

describe('OPEN-60, CAL-28 the stored photo', () => {
  test('abuse 33: is made by one thread, without a cache, by a library that reads no other format', async () => {
    await squareJpeg.apply(await writeTemp(await picture('jpeg', { width: 40, height: 40 })), SENDER)
    expect(sharp.concurrency()).toBe(1)
    expect(sharp.cache().memory.max).toBe(0)
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    await expect(sharp(gif).metadata()).rejects.toThrow('unsupported image format')
  })

  test('abuse 32: is a square JPEG of 512, upright, without location or device', async () => {
    const sent = await picture('jpeg', { width: 800, height: 600, exif: true })
    const before = await sharp(sent).metadata()
    expect([before.orientation, before.exif?.includes('Telefono')]).toEqual([6, true])
    const made = await squareJpeg.apply(await writeTemp(sent), SENDER)
    const kept = await sharp(made ?? Buffer.alloc(0)).metadata()
    // mozjpeg makes progressive files, which are smaller.
    expect(kept).toMatchObject({ format: 'jpeg', width: 512, height: 512, isProgressive: true })
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    // Orientation 6 rotates it clockwise, so the blue corner moves from the top left to the top right.
    const at = async (left: number, top: number) => [
      ...(await sharp(made ?? Buffer.alloc(0))
        .extract({ left, top, width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ]
    const [, , blue] = await at(500, 30)
    const [red] = await at(10, 30)
    expect(blue).toBeGreaterThan(200)
    expect(red).toBeGreaterThan(200)
  })

  test('transparent areas become white', async () => {
    const sent = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const made = await squareJpeg.apply(await writeTemp(sent), SENDER)
    const { data } = await sharp(made ?? Buffer.alloc(0))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  })
})
