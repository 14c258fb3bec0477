import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, test } from '../harness/fixtures.ts'
import { goOffline } from '../harness/input-method.ts'

// Uploads from a real browser: the error that shows when a file is refused while it is still being sent.

let uploadScript: Promise<string> | undefined

/** Loads src/platform/files/upload.ts into the page as a script of its own, so that the test needs no UI. */
async function loadUploader(page: Page): Promise<void> {
  uploadScript ??= build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: resolve('src/platform/files/upload.ts'), formats: ['iife'], name: 'files' },
    },
  }).then((result) => {
    const [first] = (Array.isArray(result) ? result : [result]) as { output: { code: string }[] }[]
    return first?.output[0]?.code ?? ''
  })
  await page.evaluate(`${await uploadScript}; window.files = files`)
}

interface Outcome {
  key?: string
  title?: string
  message?: string
  status?: number
  name?: string
  /** Progress reports, each 0 to 1. */
  shares: number[]
}

/**
 * Uploads a file with `uploadFile`, in the page.
 * @param start its first bytes @param bytes its length @param abortAt progress (0 to 1) at which to abort
 */
const send = (page: Page, bucket: string, start: string, bytes: number, abortAt?: number): Promise<Outcome> =>
  page.evaluate(
    async ([bucket, start, bytes, abortAt]) => {
      const { uploadFile } = (
        window as unknown as { files: typeof import('../../../src/platform/files/upload.ts') }
      ).files
      const shares: number[] = []
      const control = new AbortController()
      const blob = new Blob([start, new Uint8Array(Math.max(0, bytes - start.length))], {
        type: 'application/pdf',
      })
      try {
        const done = uploadFile(bucket as 'identidad', blob, {
          name: 'mi carné.pdf',
          signal: control.signal,
          onProgress: (share) => {
            shares.push(share)
            if (abortAt !== null && share >= abortAt) control.abort()
          },
        })
        if (abortAt === 0) control.abort()
        return { key: (await done).key, shares }
      } catch (error) {
        const { title, message, status, name } = error as {
          title: string
          message: string
          status: number
          name: string
        }
        return { title, message, status, name, shares }
      }
    },
    [bucket, start, bytes, abortAt ?? null] as const,
  )

const TINY_PDF =
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R >>\nstartxref\n45\n%%EOF\n'
const MB = 1024 * 1024

test.beforeEach(async ({ page, visit, makeAccount, signIn }) => {
  await signIn(page, await makeAccount({ role: 'lawyer', verificationStatus: 'profile_pending' }))
  await visit(page, '/privacidad')
  await loadUploader(page)
})

test('ONP-41 a file arrives, and its progress is reported', async ({ page, database }) => {
  const outcome = await send(page, 'identidad', TINY_PDF, 0)
  expect(outcome.key).toMatch(/^identidad\//)
  expect(outcome.shares.at(-1)).toBe(1)
  const rows = await database.sql('select file_name from stored_files where key = $1', [outcome.key])
  expect(rows).toEqual([{ file_name: 'mi carné.pdf' }])
})

test('ONP-30 12 MB are refused with an error text, not with a network error', async ({ page }) => {
  const size = { title: 'Archivo muy grande', message: 'El archivo no debe superar los 10MB.', status: 413 }
  for (const bytes of [12 * MB, 30 * MB])
    expect(await send(page, 'identidad', '%PDF-1.4\n', bytes)).toMatchObject(size)
  const fetched = await page.evaluate(async (bytes) => {
    const answer = await fetch('/api/files/identidad', { method: 'PUT', body: new Uint8Array(bytes) })
    return { status: answer.status, ...((await answer.json()) as object) }
  }, 12 * MB)
  expect(fetched).toMatchObject(size)
})

test('ONP-29 a file of 9 MB with a wrong type, recognised by its first bytes, is refused with an error text', async ({
  page,
}) => {
  expect(await send(page, 'identidad', '<!doctype html>', 9 * MB)).toMatchObject({
    title: 'Formato incorrecto',
    message: 'Solo se admiten archivos PDF, JPG o PNG.',
    status: 415,
  })
})

test('users who are not signed in any more or lack the right read why, however much was sent', async ({
  page,
  makeAccount,
  signIn,
}) => {
  await signIn(page, await makeAccount({ role: 'client' }))
  expect(await send(page, 'identidad', '%PDF-1.4\n', 8 * MB)).toMatchObject({
    status: 403,
    title: 'No se pudo subir el archivo',
  })
  await page.context().clearCookies()
  expect(await send(page, 'identidad', '%PDF-1.4\n', 8 * MB)).toMatchObject({
    status: 401,
    message: 'Debes iniciar sesión.',
  })
})

test('without a connection the error says what to do', async ({ page }) => {
  await goOffline(page)
  expect(await send(page, 'identidad', TINY_PDF, 0)).toMatchObject({
    name: 'UploadFailure',
    title: 'No se pudo subir el archivo',
    message: 'No se pudo subir el archivo. Revisa tu conexión e inténtalo de nuevo.',
    status: 0,
  })
})

test('an upload that the user cancels is not a failure', async ({ page }) => {
  const outcome = await send(page, 'identidad', '%PDF-1.4\n', 9 * MB, 0)
  expect(outcome.name).toBe('AbortError')
})
