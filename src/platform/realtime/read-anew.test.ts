import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAnew } from './read-anew.ts'

/** A query whose answers come when the test lets them, and show what was stored when they were asked for. */
function slowQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let stored = 'before'
  const waiting: (() => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['card', 'one'],
    queryFn: () => {
      const read = stored
      return new Promise<string>((done) => waiting.push(() => done(read)))
    },
  })
  const end = observer.subscribe(() => {})
  return {
    client,
    observer,
    end,
    store: (value: string) => {
      stored = value
    },
    /** Lets the oldest answer through. */
    answer: () => waiting.shift()?.(),
    asked: () => waiting.length,
  }
}

test('RT-02 a first answer that was read before the event is read once more', async () => {
  const query = slowQuery()
  expect(query.asked()).toBe(1)
  query.store('after')
  const anew = readAnew(query.client, { queryKey: ['card'] })
  query.answer()
  await expect.poll(() => query.asked()).toBe(1)
  query.answer()
  await anew
  expect(query.observer.getCurrentResult().data).toBe('after')
  query.end()
})

test('RT-02 a later answer on its way is given up for a new one', async () => {
  const query = slowQuery()
  query.answer()
  await expect.poll(() => query.observer.getCurrentResult().data).toBe('before')
  const earlier = query.observer.refetch()
  query.store('after')
  const anew = readAnew(query.client, { queryKey: ['card'] })
  await expect.poll(() => query.asked()).toBe(2)
  query.answer()
  query.answer()
  await Promise.all([earlier, anew])
  expect(query.observer.getCurrentResult().data).toBe('after')
  query.end()
})

test('what nobody shows is only marked', async () => {
  const query = slowQuery()
  query.answer()
  await expect.poll(() => query.observer.getCurrentResult().data).toBe('before')
  query.end()
  await readAnew(query.client, { queryKey: ['card'] })
  expect(query.asked()).toBe(0)
  expect(query.client.getQueryState(['card', 'one'])?.isInvalidated).toBe(true)
})
