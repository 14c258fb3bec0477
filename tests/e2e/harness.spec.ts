import { axeFinds } from './clean.ts'
import { expect, test } from './fixtures.ts'
import { reload } from './hand.ts'

test('AUT-20 a signed-in person stays signed in over a reload, and the page is in Chilean Spanish', async ({
  page,
  makeAccount,
  signIn,
  visit,
}) => {
  const account = await makeAccount({ name: 'Josefa Pérez Soto', role: 'client' })
  await signIn(page, account)
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  const seen = await page.evaluate(() => ({
    language: navigator.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    money: new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' }).format(1_234_567),
  }))
  expect(seen).toEqual({ language: 'es-CL', zone: 'America/Santiago', money: '$1.234.567' })
})

test('a factory and a mail template load in a browser test', async ({ database }) => {
  const { accountsMails } = await import('../../src/capabilities/accounts/mail.server.tsx')
  expect(Object.keys(accountsMails)).toContain('accounts.confirm-email')
  expect(await database.sql('select 1 as one')).toEqual([{ one: 1 }])
})

test('OPEN-70 axe is asked anew at each look: a button without a name that comes later is found', async ({
  page,
  visit,
}) => {
  await visit(page, '/terminos')
  expect(await axeFinds(page)).toEqual([])
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect(await axeFinds(page)).toEqual([expect.stringMatching(/^button-name: /)])
  expect(await axeFinds(page, 'h1')).toEqual([])
})
