import { describe, expect, test, vi } from 'vitest'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import { Contents, type EventReader } from './contents.server.ts'

const db = {} as Db

const reading = (...refs: string[]) =>
  vi.fn<EventReader>(async () => new Map(refs.map((ref) => [ref, { read: ref }])))

function contentsOf(readers: Record<string, EventReader>) {
  const error = vi.fn()
  return { contents: new Contents(readers, { error } as unknown as Log), error }
}

describe('what travels with events', () => {
  test('RT-02 each kind is asked once for all its events, and each event gets its own', async () => {
    const message = reading('a', 'b')
    const task = reading('c')
    const { contents } = contentsOf({ message, task })
    const events = ['b', 'a', 'b'].map((ref) => ({ kind: 'message', ref })).concat({ kind: 'task', ref: 'c' })
    expect(await contents.of(db, events, 500)).toEqual([
      { read: 'b' },
      { read: 'a' },
      { read: 'b' },
      { read: 'c' },
    ])
    expect(message.mock.calls).toEqual([[db, ['b', 'a'], 500]])
    expect(task.mock.calls).toEqual([[db, ['c'], 500]])
  })

  test('nothing is read for events without a reference, of kinds without a reader, or kept since they were written', async () => {
    const message = reading('a')
    const { contents } = contentsOf({ message })
    contents.keep({ kind: 'message', ref: 'kept', data: { written: 'kept' } })
    contents.keep({ kind: 'other', ref: 'kept', data: { written: 'other' } })
    const events = [
      { kind: 'message', ref: null },
      { kind: 'other', ref: 'kept' },
      { kind: 'toString', ref: 'a' },
      { kind: 'message', ref: 'kept' },
    ]
    expect(await contents.of(db, events)).toEqual([undefined, undefined, undefined, { written: 'kept' }])
    expect(message).not.toHaveBeenCalled()
  })

  test('what is forgotten is read again', async () => {
    const { contents } = contentsOf({ message: reading('a', 'b') })
    const events = ['a', 'b'].map((ref) => ({ kind: 'message', ref }))
    for (const { kind, ref } of events) contents.keep({ kind, ref, data: { written: ref } })
    contents.forgetOf(events.slice(0, 1))
    expect(await contents.of(db, events)).toEqual([{ read: 'a' }, { written: 'b' }])
    contents.forget()
    expect(await contents.of(db, events)).toEqual([{ read: 'a' }, { read: 'b' }])
  })

  test('at most a thousand are kept', async () => {
    const { contents } = contentsOf({ message: reading('1000') })
    for (let ref = 0; ref <= 1_000; ref += 1) contents.keep({ kind: 'message', ref: `${ref}`, data: { ref } })
    expect(contents.kept).toHaveLength(1_000)
    expect(await contents.of(db, [{ kind: 'message', ref: '999' }])).toEqual([{ ref: 999 }])
    expect(await contents.of(db, [{ kind: 'message', ref: '1000' }])).toEqual([{ read: '1000' }])
  })

  test('a reader that fails is logged and keeps back no other kind; a lost database is everybody’s', async () => {
    const fault = new Error('no such column')
    const { contents, error } = contentsOf({
      broken: async () => {
        throw fault
      },
      message: reading('a'),
    })
    const events = [
      { kind: 'broken', ref: 'a' },
      { kind: 'message', ref: 'a' },
    ]
    expect(await contents.of(db, events)).toEqual([undefined, { read: 'a' }])
    expect(error.mock.calls).toEqual([[{ err: fault, kind: 'broken' }, 'live content not read']])

    const lost = contentsOf({
      message: async () => {
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      },
    })
    await expect(lost.contents.of(db, events)).rejects.toThrow('gone')
    expect(lost.error).not.toHaveBeenCalled()
  })
})
