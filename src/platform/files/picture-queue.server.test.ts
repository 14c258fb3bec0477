import { describe, expect, test } from 'vitest'
import { inTurn, type Sender } from './picture-queue.server.ts'

const photo = (ownerId: string): Sender => ({ bucket: 'avatars', ownerId })
const card = (ownerId: string): Sender => ({ bucket: 'identidad', ownerId })

/** One picture that is being decoded until told. */
function holding() {
  const gate = Promise.withResolvers<void>()
  const done = inTurn(photo('holder'), () => gate.promise)
  return {
    async letGo() {
      gate.resolve()
      await done
    },
  }
}

describe('A7: whose picture is looked at next', () => {
  test('of one person one picture waits, of whichever bucket; the next is told to come back', async () => {
    const first = holding()
    const waits = inTurn(photo('a'), async () => 'photo')
    for (const sender of [photo('a'), card('a')])
      await expect(inTurn(sender, async () => 'more')).rejects.toMatchObject({
        status: 429,
        retryAfter: 5,
        message: 'Todavía estamos revisando tu imagen anterior. Inténtalo de nuevo en unos segundos.',
      })
    // Whoever's picture is being looked at may have the next one wait.
    const next = inTurn(photo('holder'), async () => 'next')
    await first.letGo()
    expect(await Promise.all([waits, next])).toEqual(['photo', 'next'])
    expect(await inTurn(photo('a'), async () => 'again')).toBe('again')
  })

  test('an ID card waits behind no photo, and has room when the photos have none', async () => {
    const first = holding()
    const order: string[] = []
    const photos = Array.from({ length: 32 }, (_, at) =>
      inTurn(photo(`p${at}`), async () => void order.push('photo')),
    )
    await expect(inTurn(photo('late'), async () => {})).rejects.toMatchObject({
      status: 503,
      message: 'Se están revisando muchos archivos. Inténtalo de nuevo en unos segundos.',
    })
    const cards = ['c1', 'c2'].map((id) => inTurn(card(id), async () => void order.push(id)))
    await first.letGo()
    await Promise.all([...photos, ...cards])
    expect(order).toEqual(['c1', 'c2', ...photos.map(() => 'photo')])
  })

  test('one that fails gives the turn on', async () => {
    const first = holding()
    const broken = inTurn(photo('b'), () => Promise.reject(new Error('broken')))
    const next = inTurn(photo('c'), async () => 'next')
    await first.letGo()
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
