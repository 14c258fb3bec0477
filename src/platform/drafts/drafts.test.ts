import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAllDrafts, deleteDraft, deleteLoggedOutDrafts, readDraft, storeDraft } from './drafts.ts'

/** Like the browser's Storage: the keys are own properties. */
function storage() {
  const entries = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(entries as Record<string, string>, {
    getItem: hidden((key: string) => (entries as Record<string, string>)[key] ?? null),
    setItem: hidden((key: string, text: string) => Object.assign(entries, { [key]: text })),
    removeItem: hidden((key: string) => delete (entries as Record<string, string>)[key]),
  })
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a draft belongs to its author, and lasts until it is deleted', () => {
  expect(storeDraft('perfil', 'ana', { name: 'Ana' })).toBe(true)
  expect(readDraft('perfil', 'ana')).toEqual({ name: 'Ana' })
  expect(readDraft('perfil', 'berta')).toBeUndefined()
  expect(readDraft('causa', 'ana')).toBeUndefined()
  deleteDraft('perfil', 'ana')
  expect(readDraft('perfil', 'ana')).toBeUndefined()
})

test('OPEN-46 logout deletes the drafts of this tab, and those that other tabs still have', () => {
  vi.useFakeTimers({ now: 1_000 })
  storeDraft('perfil', 'ana', 1)
  const otherTab = sessionStorage
  vi.stubGlobal('sessionStorage', storage())
  storeDraft('causa', 'ana', 2)
  sessionStorage.setItem('otra-cosa', 'queda')
  vi.setSystemTime(2_000)
  deleteAllDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['otra-cosa'])
  vi.stubGlobal('sessionStorage', otherTab)
  expect(readDraft('perfil', 'ana')).toBeUndefined()
  expect(Object.keys(otherTab)).toEqual([])
  vi.setSystemTime(3_000)
  storeDraft('perfil', 'ana', 3)
  expect(readDraft('perfil', 'ana')).toBe(3)
})

test('OPEN-46 the other tabs of a shared computer delete their drafts when they receive the logout', () => {
  vi.useFakeTimers({ now: 1_000 })
  storeDraft('perfil', 'ana', { rut: '12345678-5' })
  sessionStorage.setItem('amparo-draft:perfil:corrupt', '{')
  deleteLoggedOutDrafts()
  expect(readDraft('perfil', 'ana')).toEqual({ rut: '12345678-5' })
  localStorage.setItem('amparo-left', '2000')
  vi.setSystemTime(2_000)
  storeDraft('perfil', 'carla', 1)
  vi.setSystemTime(3_000)
  storeDraft('perfil', 'berta', 2)
  deleteLoggedOutDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['amparo-draft:perfil:berta'])
  // Without localStorage the other tabs get no message, but this one is still cleared.
  vi.stubGlobal('localStorage', undefined)
  deleteAllDrafts()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a full, forbidden or corrupt storage is not an error', () => {
  sessionStorage.setItem('amparo-draft:perfil:ana', '{"at":')
  expect(readDraft('perfil', 'ana')).toBeUndefined()
  const refuse = () => {
    throw new DOMException('QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  vi.stubGlobal('localStorage', undefined)
  expect(storeDraft('perfil', 'ana', 1)).toBe(false)
  expect(readDraft('perfil', 'ana')).toBeUndefined()
  deleteDraft('perfil', 'ana')
  deleteAllDrafts()
})

test('OPEN-57 a draft saved in the browser outlives its tab, but not its author’s logout', () => {
  vi.useFakeTimers({ now: 1_000 })
  expect(storeDraft('entrevista', 'ana', 1, 'browser')).toBe(true)
  storeDraft('entrevista', 'berta', 2, 'browser')
  localStorage.setItem('otra-cosa', 'queda')
  vi.stubGlobal('sessionStorage', storage())
  expect(readDraft('entrevista', 'ana', 'browser')).toBe(1)
  expect(readDraft('entrevista', 'ana')).toBeUndefined()
  deleteDraft('entrevista', 'berta', 'browser')
  expect(readDraft('entrevista', 'berta', 'browser')).toBeUndefined()
  vi.setSystemTime(2_000)
  deleteAllDrafts()
  expect(Object.keys(localStorage).sort()).toEqual(['amparo-left', 'otra-cosa'])
  expect(readDraft('entrevista', 'ana', 'browser')).toBeUndefined()
})
