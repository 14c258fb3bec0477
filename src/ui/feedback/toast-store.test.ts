import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToastStore, type ToastInput } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store whose region is mounted. */
function mountedStore() {
  const store = createToastStore()
  store.resume('unseen')
  return { store, texts: () => store.visible().map((toast) => toast.text) }
}

const info = (text: string): ToastInput => ({ kind: 'info', text })
const error = (text: string): ToastInput => ({ kind: 'error', text })

describe('GEN-04 titles', () => {
  test.each([
    [{ kind: 'error' }, 'Error'],
    [{ kind: 'success' }, 'Éxito'],
    [{ kind: 'info' }, 'Aviso'],
    [{ kind: 'error', title: 'Error de registro' }, 'Error de registro'],
  ] as const)('%j is titled «%s»', (input, title) => {
    const { store } = mountedStore()
    store.add(input)
    expect(store.visible()[0]?.title).toBe(title)
  })
})

describe('time', () => {
  test('errors stay ten seconds, others six', () => {
    const { store, texts } = mountedStore()
    store.add(error('e'))
    store.add(info('i'))
    vi.advanceTimersByTime(5_999)
    expect(texts()).toEqual(['e', 'i'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual(['e'])
    vi.advanceTimersByTime(4_000)
    expect(texts()).toEqual([])
  })

  test('runs only while toasts are mounted and neither hovered nor focused', () => {
    const store = createToastStore()
    store.add(info('i'))
    vi.advanceTimersByTime(60_000)
    expect(store.visible()).toHaveLength(1)
    store.resume('unseen')
    vi.advanceTimersByTime(4_000)
    store.pause('hover')
    store.pause('focus')
    vi.advanceTimersByTime(60_000)
    store.resume('hover')
    vi.advanceTimersByTime(60_000)
    store.resume('focus')
    vi.advanceTimersByTime(1_999)
    expect(store.visible()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(store.visible()).toHaveLength(0)
  })
})

test('H-05: a toast with an action has its own duration, and disappears when its signal aborts', () => {
  const { store, texts } = mountedStore()
  const over = new AbortController()
  const run = vi.fn<() => void>()
  const offer: ToastInput = {
    kind: 'success',
    text: 'o',
    durationMs: 30_000,
    action: { label: 'Deshacer', run },
  }
  store.add({ ...offer, dismissSignal: over.signal })
  expect(store.visible()[0]?.action?.label).toBe('Deshacer')
  vi.advanceTimersByTime(29_999)
  expect(texts()).toEqual(['o'])
  over.abort()
  expect(texts()).toEqual([])
  store.add(offer)
  vi.advanceTimersByTime(30_000)
  expect(texts()).toEqual([])
  expect(run).not.toHaveBeenCalled()
})

describe('three at most', () => {
  test('a fourth removes the oldest that is not an error', () => {
    const { store, texts } = mountedStore()
    for (const input of [error('e'), info('1'), info('2'), info('3')]) store.add(input)
    expect(texts()).toEqual(['e', '2', '3'])
  })

  test('a toast with an action stays when another one comes', () => {
    const { store, texts } = mountedStore()
    const undo = { kind: 'success', text: 'o', action: { label: 'Deshacer', run() {} } } as const
    for (const input of [undo, info('1'), info('2'), info('3'), error('e')]) store.add(input)
    expect(texts()).toEqual(['o', '3', 'e'])
    store.add(undo)
    expect(texts()).toEqual(['o', 'e', 'o'])
  })

  test('after three errors it is queued, then gets its full time', () => {
    const { store, texts } = mountedStore()
    for (const input of [error('1'), error('2'), error('3'), info('i')]) store.add(input)
    expect(texts()).toEqual(['1', '2', '3'])
    vi.advanceTimersByTime(10_000)
    expect(texts()).toEqual(['i'])
    vi.advanceTimersByTime(5_999)
    expect(texts()).toEqual(['i'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })
})

test('a repeated toast is shown once, as a new one with its full time', () => {
  const { store, texts } = mountedStore()
  store.add(info('a'))
  const first = store.visible()[0]?.id
  store.add(info('b'))
  vi.advanceTimersByTime(5_000)
  store.add(info('a'))
  expect(texts()).toEqual(['b', 'a'])
  expect(store.visible()[1]?.id).not.toBe(first)
  vi.advanceTimersByTime(5_999)
  expect(texts()).toEqual(['a'])
})

test('dismissing one notifies the listeners and leaves no timer behind', () => {
  const { store } = mountedStore()
  const listener = vi.fn<() => void>()
  const unsubscribe = store.subscribe(listener)
  store.add(info('a'))
  const before = store.visible()
  store.dismiss(before[0]?.id ?? 0)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(store.visible()).not.toBe(before)
  expect(vi.getTimerCount()).toBe(0)
  store.dismiss(99)
  unsubscribe()
  store.add(info('b'))
  expect(listener).toHaveBeenCalledTimes(3)
})

test('a toast disappears when its signal aborts, and is never shown if it already has', () => {
  const { store, texts } = mountedStore()
  const end = new AbortController()
  store.add({ ...error('mine'), dismissSignal: end.signal })
  store.add(error('other'))
  end.abort()
  expect(texts()).toEqual(['other'])
  store.add({ ...error('mine'), dismissSignal: end.signal })
  expect(texts()).toEqual(['other'])
})
