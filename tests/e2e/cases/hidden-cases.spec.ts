import type { Page } from '@playwright/test'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { chooseOption, communeField, doneHeading, next, send } from './wizard-page.ts'

const TITLE = 'Consulta de Violencia intrafamiliar (VIF) en Camiña'
const question = (page: Page) => page.getByRole('radiogroup', { name: '¿Quién puede ver tu causa?' })
const hiddenConsent =
  /consientes expresamente en que Amparo los guarde y los muestre solo al abogado que tú elijas\./
const marketConsent =
  /consientes expresamente en que Amparo los guarde y los muestre, sin tu nombre, a abogados/

/** Fills in everything and stops at the third step. */
async function answerViolence(page: Page) {
  await visitPage(page, '/submit-case')
  await chooseOption(page, 'Violencia intrafamiliar (VIF)')
  await next(page).click()
  await chooseOption(page, 'Expareja')
  await chooseOption(page, 'No')
  await page.getByLabel('¿Cuándo ocurrió el último episodio?').fill('2026-11-01')
  await next(page).click()
  await communeField(page).fill('Camina')
  await page.keyboard.press('Enter')
}

test('PLZ-66 to PLZ-68 a case of danger is saved outside the market; its client publishes it and takes it out again, and a lawyer sees just that', async ({
  pageAs,
  makeAccount,
  parties,
  database,
}) => {
  await setPlan(database.platform.db, parties.lawyer.id, 'basico', 5)
  const [page, lawyer] = [await pageAs(await makeAccount()), await pageAs(parties.lawyer)]
  await answerViolence(page)
  await expect(question(page).getByRole('radio', { name: /^Solo el abogado que yo elija/ })).toBeChecked()
  await expect(
    question(page).getByRole('radio', { name: /^Todos los abogados suscritos, sin mi nombre/ }),
  ).not.toBeChecked()
  await expect(page.getByText(hiddenConsent)).toBeVisible()
  await expect(page.getByText(/^Los abogados (leen|suscritos ven) tu causa sin tu nombre\./)).toHaveCount(0)
  await expect(page.getByText('la ve solo el abogado que tú elijas.')).toBeVisible()
  // The choice is kept with the answers.
  await question(page)
    .getByRole('radio', { name: /^Todos/ })
    .click()
  await expect(page.getByText(marketConsent)).toBeVisible()
  await page.reload()
  await expect(question(page).getByRole('radio', { name: /^Todos/ })).toBeChecked()
  await question(page).getByRole('radio', { name: /^Solo/ }).click()
  await expectAccessible(page)
  await send(page).click()
  await expect(doneHeading(page)).toBeVisible()
  const saved = page.getByText('Tu causa quedó guardada y no está en el mercado. Elige a quién mostrársela.')
  await expect(saved).toBeVisible()
  await expect(page.getByText('ya está publicada')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Abogados recomendados' })).toBeVisible()
  await page.reload()
  await expect(saved).toBeVisible()

  await visitPage(lawyer, '/casos-recientes?comuna=Camiña')
  const listed = lawyer.getByRole('main').getByText(TITLE)
  await expect(lawyer.getByText('0 resultado(s)')).toBeVisible()
  await expect(listed).toHaveCount(0)

  await visitPage(page, '/dashboard')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: TITLE })
  await expect(card.getByText('Guardada: no está en el mercado')).toBeVisible()
  await expect(card.getByText(marketConsent)).toBeVisible()
  await expect(card.getByText('Sacamos tu causa')).toHaveCount(0)
  await expectAccessible(page)
  const publish = card.getByRole('button', { name: 'Publicar en el mercado' })
  await page.route('**/api/rpc/openCases/setInMarket', (route) => route.abort(), { times: 1 })
  await publish.click()
  await expect(page.locator('[data-toasts]')).toContainText('No hay conexión con Amparo.')
  await expect(publish).toBeEnabled()
  await publish.dblclick()
  const takeOut = card.getByRole('button', { name: 'Sacar del mercado' })
  await expect(takeOut).toBeVisible()
  await expect(card.getByText('Publicada: esperando abogado')).toBeVisible()
  await expect(card.getByText(marketConsent)).toHaveCount(0)
  await visitPage(lawyer, '/casos-recientes?comuna=Camiña')
  await expect(listed).toBeVisible()

  // On the page of the case, and with the keyboard.
  await card.getByRole('link', { name: TITLE }).click()
  await expect(page.getByText('Ver historial completo')).toBeVisible()
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: 'Sacar del mercado' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('button', { name: 'Publicar en el mercado' })).toBeFocused()
  await expect(main.getByText('Guardada: no está en el mercado')).toBeVisible()
  await expect(page.locator('[data-toasts]')).toContainText(
    'Tu causa salió del mercado. Tus chats se conservan.',
  )
  await expectAccessible(page)
  // The lawyer's open page is told that it is gone.
  await expect(lawyer.getByText('Este caso ya no está disponible.')).toBeVisible()
})

test('PLZ-66 chosen for the market, it is published as every other; the panel says so of one that Amparo took out', async ({
  pageAs,
  makeAccount,
  database,
}) => {
  const account = await makeAccount()
  const page = await pageAs(account)
  await answerViolence(page)
  await question(page)
    .getByRole('radio', { name: /^Todos/ })
    .click()
  await send(page).click()
  await expect(page.getByText(`«${TITLE}» ya está publicada.`, { exact: false })).toBeVisible()
  // As the migration leaves a case from before.
  await database.sql(
    `with hidden as (update cases set in_market = false where client_id = $1 returning id)
     insert into case_entries (case_id, kind, ref) select id, 'taken-off-market', 'migration 0066' from hidden`,
    [account.id],
  )
  await visitPage(page, '/dashboard')
  await expect(
    page.getByText('Sacamos tu causa del mercado por tu seguridad. Puedes publicarla de nuevo.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Publicar en el mercado' }).click()
  await expect(page.getByRole('button', { name: 'Sacar del mercado' })).toBeVisible()
  await expect(page.getByText('Sacamos tu causa del mercado')).toHaveCount(0)
})
