import { describe, expect, test } from 'vitest'
import { type PictureOwner, withDecodeSlot } from './picture-queue.server.ts'

const photo = (ownerId: string): PictureOwner => ({ bucket: 'avatars', ownerId })
const card = (ownerId: string): PictureOwner => ({ bucket: 'identidad', ownerId })

/** Keeps the decoder busy with one picture until released. */
function occupy() {
  const gate = Promise.withResolvers<void>()
  const done = withDecodeSlot(photo('holder'), () => gate.promise)
  return {
    async release() {
      gate.resolve()
      await done
    },
  }
}

describe('A7: the order of pictures', () => {
  test('each user may have one picture waiting, of any bucket; another one gets 429', async () => {
    const first = occupy()
    const waiting = withDecodeSlot(photo('a'), async () => 'photo')
    for (const sender of [photo('a'), card('a')])
      await expect(withDecodeSlot(sender, async () => 'more')).rejects.toMatchObject({
        status: 429,
        retryAfter: 5,
        message: 'Todavía estamos revisando tu imagen anterior. Inténtalo de nuevo en unos segundos.',
      })
    // A user whose picture is being decoded may have the next one waiting.
    const next = withDecodeSlot(photo('holder'), async () => 'next')
    await first.release()
    expect(await Promise.all([waiting, next])).toEqual(['photo', 'next'])
    expect(await withDecodeSlot(photo('a'), async () => 'again')).toBe('again')
  })

  test('an ID card does not wait behind photos, and has room when the photo queue is full', async () => {
    const first = occupy()
    const order: string[] = []
    const photos = Array.from({ length: 32 }, (_, at) =>
      withDecodeSlot(photo(`p${at}`), async () => void order.push('photo')),
    )
    await expect(withDecodeSlot(photo('late'), async () => {})).rejects.toMatchObject({
      status: 503,
      message: 'Se están revisando muchos archivos. Inténtalo de nuevo en unos segundos.',
    })
    const cards = ['c1', 'c2'].map((id) => withDecodeSlot(card(id), async () => void order.push(id)))
    await first.release()
    await Promise.all([...photos, ...cards])
    expect(order).toEqual(['c1', 'c2', ...photos.map(() => 'photo')])
  })

  test('a failure lets the next picture run', async () => {
    const first = occupy()
    const broken = withDecodeSlot(photo('b'), () => Promise.reject(new Error('broken')))
    const next = withDecodeSlot(photo('c'), async () => 'next')
    await first.release()
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
