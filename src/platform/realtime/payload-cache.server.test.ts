import { describe, expect, test, vi } from 'vitest'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import { PayloadCache, type PayloadReader } from './payload-cache.server.ts'

const db = {} as Db

const readerOf = (...refs: string[]) =>
  vi.fn<PayloadReader>(async () => new Map(refs.map((ref) => [ref, { read: ref }])))

function cacheWith(readers: Record<string, PayloadReader>) {
  const error = vi.fn()
  return { cache: new PayloadCache(readers, { error } as unknown as Log), error }
}

describe('event payloads', () => {
  test('RT-02 calls each reader once for all its events, and each event gets its own payload', async () => {
    const message = readerOf('a', 'b')
    const task = readerOf('c')
    const { cache } = cacheWith({ message, task })
    const events = ['b', 'a', 'b'].map((ref) => ({ kind: 'message', ref })).concat({ kind: 'task', ref: 'c' })
    expect(await cache.read(db, events, 500)).toEqual([
      { read: 'b' },
      { read: 'a' },
      { read: 'b' },
      { read: 'c' },
    ])
    expect(message.mock.calls).toEqual([[db, ['b', 'a'], 500]])
    expect(task.mock.calls).toEqual([[db, ['c'], 500]])
  })

  test('reads nothing for events without a reference, without a reader, or with a cached payload', async () => {
    const message = readerOf('a')
    const { cache } = cacheWith({ message })
    cache.add({ kind: 'message', ref: 'kept', data: { written: 'kept' } })
    cache.add({ kind: 'chat', ref: 'kept', data: { written: 'chat' } })
    const events = [
      { kind: 'message', ref: null },
      { kind: 'chat', ref: 'kept' },
      { kind: 'toString', ref: 'a' },
      { kind: 'message', ref: 'kept' },
    ]
    expect(await cache.read(db, events)).toEqual([undefined, undefined, undefined, { written: 'kept' }])
    expect(message).not.toHaveBeenCalled()
  })

  test('evicted payloads are read again', async () => {
    const { cache } = cacheWith({ message: readerOf('a', 'b') })
    const events = ['a', 'b'].map((ref) => ({ kind: 'message' as const, ref }))
    for (const { kind, ref } of events) cache.add({ kind, ref, data: { written: ref } })
    cache.removeEvents(events.slice(0, 1))
    expect(await cache.read(db, events)).toEqual([{ read: 'a' }, { written: 'b' }])
    cache.remove()
    expect(await cache.read(db, events)).toEqual([{ read: 'a' }, { read: 'b' }])
  })

  test('caches at most 1,000 payloads', async () => {
    const { cache } = cacheWith({ message: readerOf('1000') })
    for (let ref = 0; ref <= 1_000; ref += 1) cache.add({ kind: 'message', ref: `${ref}`, data: { ref } })
    expect(cache.keys).toHaveLength(1_000)
    expect(await cache.read(db, [{ kind: 'message', ref: '999' }])).toEqual([{ ref: 999 }])
    expect(await cache.read(db, [{ kind: 'message', ref: '1000' }])).toEqual([{ read: '1000' }])
  })

  test('a failing reader is logged and does not affect other kinds; a database that is down rejects the call', async () => {
    const failure = new Error('no such column')
    const { cache, error } = cacheWith({
      broken: async () => {
        throw failure
      },
      message: readerOf('a'),
    })
    const events = [
      { kind: 'broken', ref: 'a' },
      { kind: 'message', ref: 'a' },
    ]
    expect(await cache.read(db, events)).toEqual([undefined, { read: 'a' }])
    expect(error.mock.calls).toEqual([[{ err: failure, kind: 'broken' }, 'live content not read']])

    const unreachable = cacheWith({
      message: async () => {
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      },
    })
    await expect(unreachable.cache.read(db, events)).rejects.toThrow('gone')
    expect(unreachable.error).not.toHaveBeenCalled()
  })
})
