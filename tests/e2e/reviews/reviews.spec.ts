import type { Page } from '@playwright/test'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { makeReview } from '../../support/data/make-review.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { LAWYER_NAME, test, visitPage } from '../harness/chat-parties.ts'
import { expect, loseResponse } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Tu reseña' })
const reviews = (page: Page) => page.getByRole('region', { name: 'Reseñas' }).getByRole('article')
const stars = (page: Page, name: RegExp) => page.getByRole('radio', { name })

test('REV-02 to REV-10, PUB-05 to PUB-08, OPEN-56 a client with an accepted proposal writes a review and changes it; everybody sees it', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const { client, lawyer } = parties
  const path = `/lawyer/${lawyer.id}`
  const page = await pageAs(client)
  await visitPage(page, path)
  const main = page.getByRole('main')
  await expect(main.getByText('Aún no hay reseñas.')).toBeVisible()
  // REV-03: a chat alone does not allow a review. The form may load late, so ask the API, too.
  const mayReview = async (viewer: Page) => {
    const answer = await viewer.request.get(`/api/reviews/standing?lawyerId=${lawyer.id}`)
    return ((await answer.json()) as { eligible?: boolean }).eligible === true
  }
  expect(await mayReview(page)).toBe(false)
  await expect(form(page)).toHaveCount(0)
  await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  const stranger = await pageAs(await makeAccount({ name: 'Sin Caso' }))
  await visitPage(stranger, path)
  expect(await mayReview(stranger)).toBe(false)
  const own = await pageAs(lawyer)
  await visitPage(own, path)
  expect(await mayReview(own)).toBe(false)
  await expect(own.getByText('0,0')).toBeVisible()
  await expect(own.getByText('0 reseñas')).toBeVisible()
  await expect(own.locator('script[type="application/ld+json"]')).not.toContainText('aggregateRating')

  await visitPage(page, path)
  await expect(form(page).getByRole('button', { name: 'Enviar Reseña' })).toBeEnabled()
  expect(await mayReview(page)).toBe(true)
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(toast(page, 'Calificación requerida')).toBeVisible()
  await expect(toast(page, 'Por favor, selecciona de 1 a 5 estrellas.')).toBeVisible()
  // By keyboard: the first star has the focus, arrows choose.
  await expect(stars(page, /^1 estrella/)).toBeFocused()
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await expect(stars(page, /^4 estrellas, muy buena/)).toBeChecked()
  const comment = form(page).getByLabel(/Tu comentario/)
  await comment.fill('a'.repeat(251))
  await expect(form(page).getByText('251 de 250 caracteres')).toBeVisible()
  await form(page).getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(comment).toHaveAccessibleDescription(/El comentario puede tener hasta 250 caracteres\./)
  await expect(comment).toHaveValue('a'.repeat(251))

  // REV-09: a failure shows why and keeps what was typed.
  const words = 'Me explicó todo sin palabras raras.'
  await comment.fill(words)
  await page.route('**/api/rpc/reviews/create', (route) => route.abort(), { times: 1 })
  await form(page).getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(toast(page, 'Error al enviar')).toBeVisible()
  await expect(form(page).getByText(/No hay conexión con Amparo\./)).toBeVisible()
  await expect(comment).toHaveValue(words)
  await form(page).getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(toast(page, 'Valoración enviada')).toBeVisible()
  await expect(toast(page, 'Gracias por tu reseña.')).toBeVisible()
  await expect(reviews(page)).toHaveCount(1)
  await expect(reviews(page).first()).toContainText('Camila R.')
  await expect(reviews(page).first()).toContainText('Tu reseña')
  await expect(main.getByText('4,0')).toBeVisible()
  await expect(main.getByText(/, 1 reseña$/)).toBeVisible()
  // RT-03: the lawyer's page received the event.
  await expect(reviews(own)).toHaveCount(1)
  await expect(own.getByText('4,0')).toBeVisible()
  // By now a form would have loaded on their pages.
  for (const other of [own, stranger]) await expect(form(other)).toHaveCount(0)

  // REV-06, REV-08: the author edits the review.
  await expect(form(page).getByRole('button', { name: 'Actualizar Reseña' })).toBeVisible()
  await stars(page, /^2 estrellas/).check({ force: true })
  await comment.fill('')
  // Only the answer is lost: the event shows that the review is stored, and the error disappears.
  await page.route('**/api/rpc/reviews/update', loseResponse, { times: 1 })
  await form(page).getByRole('button', { name: 'Actualizar Reseña' }).click()
  await expect(main.getByText('2,0')).toBeVisible()
  await expect(form(page).getByText(/No hay conexión con Amparo\./)).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Actualizar Reseña' }).click()
  await expect(toast(page, 'Valoración actualizada')).toBeVisible()
  await expect(toast(page, 'Tu reseña ha sido modificada con éxito.')).toBeVisible()
  await expect(main.getByText('2,0')).toBeVisible()
  await reload(page)
  await expect(stars(page, /^2 estrellas/)).toBeChecked()
  expect(await database.sql('select rating, comment from reviews where lawyer_id = $1', [lawyer.id])).toEqual(
    [{ rating: 2, comment: null }],
  )

  const visitor = await pageAs(null)
  await visitPage(visitor, `/perfil-abogado/${lawyer.id}`)
  await expect(reviews(visitor)).toHaveCount(1)
  await expect(reviews(visitor).first()).toContainText('Camila R.')
  await expect(visitor.getByRole('main')).not.toContainText('Rojas')
  await expect(visitor.getByText('Tu reseña')).toHaveCount(0)
  for (const text of ['2,0', 'Casos finalizados', 'Cliente']) {
    await expect(visitor.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
  }
  const data = JSON.parse((await visitor.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data.mainEntity.makesOffer.itemOffered.aggregateRating).toMatchObject({
    ratingValue: 2,
    reviewCount: 1,
  })
})

test('REV-01, OPEN-56, TRAP-09 three reviews, then all; a failed read shows an error; a longer text from the panel is not cut', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const { lawyer } = parties
  const long = 'b'.repeat(300)
  let last = parties.client
  for (let n = 0; n < 16; n++) {
    if (n > 0) last = await makeAccount({ name: `Persona Número ${n}` })
    const ids = { clientId: last.id, lawyerId: lawyer.id }
    await makeReview(database.platform, ids, { comment: n === 15 ? long : `Reseña ${n}` })
  }
  const page = await pageAs(null)
  await database.sql('alter table reviews rename column comment to elsewhere')
  try {
    await visitPage(page, `/lawyer/${lawyer.id}`)
    await expect(page.getByText('No se pudieron cargar las reseñas.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAWYER_NAME)
  } finally {
    await database.sql('alter table reviews rename column elsewhere to comment')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(reviews(page)).toHaveCount(3)
  await expect(page.getByText('Reseña 14')).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas las reseñas (16)' }).click()
  await expect(reviews(page)).toHaveCount(13)
  // The focus moves to the first of the new reviews.
  await expect(page.locator(':focus')).toContainText('Reseña 12')
  await page.getByRole('button', { name: 'Cargar más' }).click()
  await expect(reviews(page)).toHaveCount(16)
  await expect(page.getByText('Estas son todas las reseñas.')).toBeVisible()
  await expectAccessible(page)

  const author = await pageAs(last)
  await visitPage(author, `/lawyer/${lawyer.id}`)
  const comment = form(author).getByLabel(/Tu comentario/)
  await expect(comment).toHaveValue(long)
  await form(author).getByRole('button', { name: 'Actualizar Reseña' }).click()
  await expect(comment).toHaveAccessibleDescription(/El comentario puede tener hasta 250 caracteres\./)
  await expect(comment).toHaveValue(long)
})

test('REV-11 to REV-18, GEN-09, DAL-11 the panel’s dialog: validation, failures, and one review for both forms', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const { client, lawyer } = parties
  const { caseId } = await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  const panel = await pageAs(lawyer)
  await visitPage(panel, '/dashboard')
  await expect(panel.getByText('Aún no tienes reseñas.')).toBeVisible()
  const page = await pageAs(client)
  await visitPage(page, '/dashboard')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: /^(Enviar|Actualizar) Reseña$/ })
  const comment = dialog.getByLabel('Comentario')
  await page.getByRole('button', { name: /^Dejar Reseña/ }).click()
  await expect(dialog).toHaveAccessibleName('Dejar Reseña')
  await expect(dialog.getByText('Por favor, selecciona una calificación.')).toBeVisible()
  await expect(send).toBeDisabled()
  // On a phone: an error that appears must not move the stars away from the finger.
  await page.setViewportSize({ width: 390, height: 844 })
  await comment.focus()
  await dialog.locator('label:has(input)').nth(2).click()
  await expect(stars(page, /^3 estrellas/)).toBeChecked()
  await expect(dialog.getByText('Por favor, deja un comentario.')).toBeVisible()
  await expect(send).toBeDisabled()
  await comment.fill(' ')
  await expect(send).toBeDisabled()
  await comment.fill('c'.repeat(501))
  await expect(comment).toHaveAccessibleDescription(/El comentario puede tener hasta 500 caracteres\./)
  await comment.fill('Ordenado y puntual.')
  await expectAccessible(page, '[role=dialog]')

  // REV-14, REV-18: what was typed stays.
  const other = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Otra Abogada' })
  await database.sql('update cases set lawyer_id = $1 where id = $2', [other.id, caseId])
  await send.click()
  await expect(dialog.getByText('No se pudo identificar el caso para la reseña.')).toBeVisible()
  await database.sql('update cases set lawyer_id = $1 where id = $2', [lawyer.id, caseId])
  await page.route('**/api/rpc/reviews/create', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(dialog.getByText(/^No se pudo enviar tu reseña\. No hay conexión con Amparo\./)).toBeVisible()
  await expect(comment).toHaveValue('Ordenado y puntual.')
  await send.click()
  await expect(toast(page, '¡Éxito!')).toBeVisible()
  await expect(toast(page, 'Tu reseña ha sido enviada correctamente.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const stored = () =>
    database.sql('select rating, comment, case_id from reviews where lawyer_id = $1', [lawyer.id])
  expect(await stored()).toEqual([{ rating: 3, comment: 'Ordenado y puntual.', case_id: caseId }])
  // DAL-11, DAL-13: the lawyer's panel received the event.
  await expect(panel.getByText('Ordenado y puntual.')).toBeVisible()
  await expect(panel.getByText('(1 reseña)')).toBeVisible()

  // REV-06: both forms edit the same row; closing the dialog changes nothing (GEN-09).
  const edit = page.getByRole('button', { name: /^Editar Reseña/ })
  await edit.click()
  await expect(comment).toHaveValue('Ordenado y puntual.')
  await comment.fill('Otra cosa')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(edit).toBeFocused()
  // Escape keeps what was typed, «Cancelar» discards it.
  await edit.click()
  await expect(comment).toHaveValue('Otra cosa')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await edit.click()
  await expect(comment).toHaveValue('Ordenado y puntual.')
  await dialog.locator('label:has(input)').nth(4).click()
  await comment.fill('Ordenado, puntual y muy claro.')
  await send.click()
  await expect(toast(page, 'Tu reseña ha sido actualizada correctamente.')).toBeVisible()
  expect(await stored()).toEqual([{ rating: 5, comment: 'Ordenado, puntual y muy claro.', case_id: caseId }])
  await visitPage(page, `/lawyer/${lawyer.id}`)
  await expect(form(page).getByLabel(/Tu comentario/)).toHaveValue('Ordenado, puntual y muy claro.')
})
