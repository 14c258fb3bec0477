import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchQueries } from './refetch-queries.ts'

/** A query whose responses the test releases, with the value that was stored when they were requested. */
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
    /** Releases the oldest response. */
    respond: () => waiting.shift()?.(),
    pending: () => waiting.length,
  }
}

test('RT-02 refetches when the first response was read before the event', async () => {
  const query = slowQuery()
  expect(query.pending()).toBe(1)
  query.store('after')
  const refetched = refetchQueries(query.client, { queryKey: ['card'] })
  query.respond()
  await expect.poll(() => query.pending()).toBe(1)
  query.respond()
  await refetched
  expect(query.observer.getCurrentResult().data).toBe('after')
  query.end()
})

test('RT-02 replaces a later fetch in flight with a new one', async () => {
  const query = slowQuery()
  query.respond()
  await expect.poll(() => query.observer.getCurrentResult().data).toBe('before')
  const earlier = query.observer.refetch()
  query.store('after')
  const refetched = refetchQueries(query.client, { queryKey: ['card'] })
  await expect.poll(() => query.pending()).toBe(2)
  query.respond()
  query.respond()
  await Promise.all([earlier, refetched])
  expect(query.observer.getCurrentResult().data).toBe('after')
  query.end()
})

test('queries that no component uses are only invalidated', async () => {
  const query = slowQuery()
  query.respond()
  await expect.poll(() => query.observer.getCurrentResult().data).toBe('before')
  query.end()
  await refetchQueries(query.client, { queryKey: ['card'] })
  expect(query.pending()).toBe(0)
  expect(query.client.getQueryState(['card', 'one'])?.isInvalidated).toBe(true)
})
