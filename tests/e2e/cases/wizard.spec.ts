import { completeProfile, setPlan } from '../../../src/demo-data/lawyers.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { clickTwice, reload, TOAST_DISMISS_TIMEOUT_MS, tapTwice } from '../harness/input-method.ts'
import {
  answerAll,
  back,
  chooseOption,
  communeField,
  doneHeading,
  next,
  REASON_QUESTION,
  send,
  stepHeading,
  stepList,
  toasts,
  WIZARD_PATH,
} from './wizard-page.ts'

test('ROU-40, OPEN-46 a visitor is asked to sign in and returns, by login and by registration; other roles are redirected to their panel', async ({
  page,
  visit,
  pageAs,
  makeAccount,
}) => {
  const client = await makeAccount()
  await visit(page, '/')
  await page.getByRole('link', { name: 'Ingresar mi Causa' }).click()
  await page.waitForURL('**/login?volver=%2Fsubmit-case')
  await expect(toasts(page).getByText('Debes iniciar sesión para ingresar una causa.')).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(client.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(toasts(page).getByText('¡Bienvenido!')).toBeVisible()
  await page.waitForURL((url) => url.pathname === WIZARD_PATH)
  await expect(page.getByRole('heading', { level: 1, name: 'Ingresa tu Causa' })).toBeVisible()
  await expect(toasts(page).getByText('Debes iniciar sesión para ingresar una causa.')).toHaveCount(0, {
    timeout: TOAST_DISMISS_TIMEOUT_MS,
  })

  const newcomer = await pageAs(null)
  await visitPage(newcomer, WIZARD_PATH)
  await newcomer.getByRole('link', { name: 'Regístrate aquí' }).click()
  const dialog = newcomer.getByRole('dialog')
  await dialog.getByText('Cliente', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Siguiente' }).click()
  await newcomer.waitForURL('**/register')
  await newcomer.getByLabel('Nombre completo').fill('Marta Díaz')
  await newcomer.getByLabel('Correo electrónico').fill(`${crypto.randomUUID()}@prueba.test`)
  await newcomer.getByLabel('Contraseña', { exact: true }).fill('clave-larga-1')
  await newcomer.getByLabel('Confirmar contraseña').fill('clave-larga-1')
  await newcomer.locator('form').getByRole('button', { name: 'Registrarse' }).click()
  await newcomer.waitForURL((url) => url.pathname === WIZARD_PATH)
  await expect(stepHeading(newcomer, /Especialidad/)).toBeVisible()

  for (const attributes of [{ role: 'admin' }, { role: 'lawyer', verificationStatus: 'verified' }] as const) {
    const other = await pageAs(await makeAccount(attributes))
    await other.goto(WIZARD_PATH)
    expect(new URL(other.url()).pathname).not.toBe(WIZARD_PATH)
    await expect(other).toHaveURL(/\/(admin-)?dashboard$/)
  }
})

test('WIZ-01 to WIZ-05, WIZ-08 to WIZ-22, ROU-12, TRAP-22, TRAP-23 the three steps: questions, validation, kept answers', async ({
  page,
  visit,
  signIn,
  makeAccount,
}) => {
  await signIn(page, await makeAccount())
  await visit(page, WIZARD_PATH)
  expect(await page.title()).toBe('Ingresa tu Causa · Amparo')
  await expect(stepList(page).getByRole('listitem')).toHaveText([
    /Ahora: Especialidad$/,
    /Detalles$/,
    /Resumen$/,
  ])
  await expect(page.getByRole('radio')).toHaveCount(16)
  await expect(back(page)).toHaveCount(0)

  // WIZ-04, WIZ-10: a specialty is required; WIZ-08: it is found by typing.
  await expect(next(page)).toBeDisabled()
  await next(page).click({ force: true })
  await expect(page.getByText('Elige una especialidad de la lista.')).toBeVisible()
  const search = page.getByLabel('Busca tu especialidad')
  await expect(search).toBeFocused()
  await search.fill('pension')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await search.fill('unicornios')
  await expect(page.getByText('No se encontró la especialidad.')).toBeVisible()
  await search.fill('')

  // WIZ-11 to WIZ-13, WIZ-18, OPEN-47.
  const other = page.getByLabel('Describe brevemente el tipo de caso')
  await expect(other).toHaveCount(0)
  await expect(page.getByText('Respondes tres preguntas cortas')).toBeVisible()
  await chooseOption(page, 'Otro')
  await expect(page.getByText('Respondes tres preguntas cortas')).toHaveCount(0)
  await expect(next(page)).toBeDisabled()
  await other.fill('Un cerco movido')
  await next(page).click()
  await expect(page.getByText('No hay preguntas adicionales para este tipo de caso.')).toBeVisible()
  await expect(next(page)).toBeEnabled()
  await back(page).click()
  await chooseOption(page, 'Acoso laboral')
  await chooseOption(page, 'Otro')
  await expect(other).toHaveValue('')

  // WIZ-14, WIZ-15, WIZ-17, TRAP-22: answers are not carried over to another specialty.
  await chooseOption(page, 'Violencia intrafamiliar (VIF)')
  await next(page).click()
  await expect(stepHeading(page, /Paso 2 de 3, Detalles: Violencia intrafamiliar/)).toBeFocused()
  await expect(
    page.getByText(
      'Si estás en peligro, llama a Carabineros al 133. Orientación en violencia contra la mujer: 1455.',
    ),
  ).toBeVisible()
  await chooseOption(page, 'Expareja')
  await chooseOption(page, 'No')
  await page.getByLabel('¿Cuándo ocurrió el último episodio?').fill('2999-01-01')
  await next(page).click({ force: true })
  await expect(page.getByText('La fecha no puede ser posterior a hoy.')).toBeVisible()
  await back(page).click()
  await chooseOption(page, 'Despido injustificado')
  await next(page).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await next(page).click({ force: true })
  await expect(page.getByText('Responde esta pregunta para continuar.')).toHaveCount(3)
  await expect(page.getByText('Faltan 3 respuestas. Revisa los campos marcados.')).toBeVisible()
  await expect(page.getByLabel('¿Cuántos días han pasado desde el despido?')).toBeFocused()
  await expectAccessible(page)
  // WCAG 2.4.11: on a phone the bottom bar covers neither the focused field nor the line being typed.
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.locator('[data-bottom-bar]')
  const expectAboveBar = async (name: string) => {
    const [field, barBox] = [await page.locator(':focus').boundingBox(), await bar.boundingBox()]
    expect(field && barBox && field.y + field.height, name).toBeLessThanOrEqual(barBox?.y ?? 0)
  }
  await page.getByLabel('¿Cuántos días han pasado desde el despido?').focus()
  for (const name of ['días', 'contrato', 'motivo']) {
    await expectAboveBar(name)
    await page.keyboard.press('Tab')
  }
  await page.getByLabel(REASON_QUESTION).evaluate((field) => {
    field.blur()
    // Scroll so that only the upper edge of the field is above the bar.
    scrollBy(0, field.getBoundingClientRect().bottom - innerHeight)
  })
  await page.getByLabel(REASON_QUESTION).focus()
  await expectAboveBar('motivo, which was behind the bar')
  await page.keyboard.type('a\nb\nc\nd\ne\nf\ng')
  await expectAboveBar('motivo, seven lines')
  await page.getByLabel(REASON_QUESTION).fill('')
  await page.setViewportSize({ width: 1280, height: 900 })
  // A number written in letters is refused with a hint.
  const days = page.getByLabel('¿Cuántos días han pasado desde el despido?')
  await days.pressSequentially('tres')
  await expect(days).toHaveValue('')
  await expect(days).toHaveAccessibleDescription(/Escríbelo con números, sin letras\./)
  await days.pressSequentially('3')
  await expect(page.getByText('Escríbelo con números, sin letras.')).toHaveCount(0)
  await days.fill('0')
  await chooseOption(page, 'Sí, indefinido')
  await page.getByLabel(REASON_QUESTION).fill('Necesidades de la empresa.')
  await expect(page.getByText('Responde esta pregunta para continuar.')).toHaveCount(0)
  await next(page).click()

  // WIZ-05, WIZ-19 to WIZ-21: the browser's back button works, and the summary links to every part.
  await expect(stepHeading(page, /Paso 3 de 3, Resumen: Resumen/)).toBeFocused()
  await page.goBack()
  await expect(stepHeading(page, /Despido injustificado/)).toBeFocused()
  await page.goForward()
  await page.getByRole('button', { name: 'Cambiar la especialidad' }).click()
  await expect(stepHeading(page, /Especialidad/)).toBeFocused()
  await next(page).click()
  await expect(stepHeading(page, /Paso 2 de 3/)).toBeFocused()
  await next(page).click()
  const summary = page.getByRole('main').locator('dl')
  await expect(summary).toContainText('¿Cuántos días han pasado desde el despido?Cambiar tus respuestas0')
  await expect(summary).toContainText('Sí, indefinido')
  // OPEN-29, DAT-29: the consent given by sending, in the words of the privacy page, which opens in a new tab.
  const consent =
    'Tu causa puede incluir datos sensibles. Al presionar "Enviar y Buscar Abogados" consientes expresamente en que Amparo los guarde y los muestre, sin tu nombre, a abogados verificados. Puedes retirarlo cuando quieras.'
  await expect(page.getByText(consent)).toBeVisible()
  // The consent text is visible together with the button.
  await send(page).scrollIntoViewIfNeeded()
  await expect(page.getByText(consent)).toBeInViewport({ ratio: 1 })
  const [policy] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('main').getByRole('link', { name: 'Política de Privacidad' }).click(),
  ])
  await expect(policy.getByRole('listitem').filter({ hasText: consent })).toBeVisible()
  await policy.close()
  await expect(summary).toContainText('Sí, indefinido')
  await send(page).click()
  await expect(page.getByText('Elige la comuna donde ocurren los hechos.')).toBeVisible()
  await expect(communeField(page)).toBeFocused()
  await communeField(page).fill('camina')
  await page.getByRole('option', { name: 'Camiña' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('WIZ-03, WIZ-23 double presses skip no step, send nothing unseen, and stay where the first press led', async ({
  page,
  visit,
  signIn,
  makeAccount,
}) => {
  await signIn(page, await makeAccount())
  await visit(page, WIZARD_PATH)
  await answerAll(page)
  await back(page).click()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/cases/publish')) sent += 1
  })
  // All is answered, and on a phone the next step's button is at the same place. The send button is below its
  // consent.
  await page.setViewportSize({ width: 390, height: 844 })
  await clickTwice(page, next(page), stepHeading(page, /Paso 3 de 3/))
  await expect(send(page)).toBeEnabled()
  await clickTwice(page, back(page), stepHeading(page, /Paso 2 de 3/))
  await clickTwice(page, back(page), stepHeading(page, /Paso 1 de 3/))
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName('Despido injustificado')
  await tapTwice(next(page))
  await expect(stepHeading(page, /Paso 2 de 3/)).toBeFocused()
  await next(page).click()
  await expect(stepHeading(page, /Paso 3 de 3/)).toBeFocused()
  await expect(send(page)).toBeEnabled()
  expect(sent).toBe(0)
  await clickTwice(page, send(page), doneHeading(page))
  expect(sent).toBe(1)
  // A separate press works.
  await page.getByRole('link', { name: 'Ir a mi Panel' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('WIZ-06, WIZ-23, WIZ-25 to WIZ-31, WIZ-34 a published case shows three recommended lawyers, and is in the market at once', async ({
  page,
  visit,
  signIn,
  pageAs,
  makeAccount,
  database,
}) => {
  await database.sql(`delete from cases where status = 'ingresado'`)
  const lawyers = []
  for (const name of ['Ana Soto', 'Berta Ruiz', 'Carla Paz', 'Diego Vera']) {
    const account = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name })
    const isLocal = name !== 'Diego Vera'
    await completeProfile(database.platform.db, account.id, {
      // The case's specialty is the third: a small card has room for two, and must show this one.
      specialties: ['Divorcio', 'Acoso laboral', 'Despido injustificado'],
      ...(isLocal && { address_region: 'Tarapacá', address_commune: 'Camiña' }),
    })
    lawyers.push(account)
  }
  const [lawyer] = lawyers
  if (!lawyer) throw new Error('no lawyer')
  await setPlan(database.platform.db, lawyer.id, 'basico', 5)
  const market = await pageAs(lawyer)
  await visitPage(market, '/casos-recientes?especialidad=Despido+injustificado&comuna=Cami%C3%B1a')
  await expect(market.getByText('0 resultado(s) encontrados.')).toBeVisible()

  const client = await makeAccount({ name: 'Camila Reservada' })
  await signIn(page, client)
  await visit(page, '/dashboard')
  await visit(page, WIZARD_PATH)
  await answerAll(page)
  await back(page).click()
  await page.getByLabel(REASON_QUESTION).fill('Soy Camila Reservada, mi número es 9 8765 4321.')
  await next(page).click()

  // WIZ-23: pressed twice is sent once.
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/cases/publish')) sent += 1
  })
  await send(page).dblclick()
  await expect(doneHeading(page)).toBeFocused()
  expect(sent).toBe(1)
  await expect(page.getByText('Consulta de Despido injustificado en Camiña')).toBeVisible()
  const cards = page.getByRole('list', { name: 'Abogados recomendados' }).getByRole('article')
  await expect(cards).toHaveCount(3)
  for (const name of ['Ana Soto', 'Berta Ruiz', 'Carla Paz'])
    await expect(cards.filter({ hasText: name }).filter({ hasText: 'Despido injustificado' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Buscar más abogados' })).toHaveAttribute(
    'href',
    '/buscar-abogados?especialidad=Despido+injustificado',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  const rows = await database.sql<Record<string, unknown>>(
    `select title, status, specialty, commune, description from cases where client_id = '${client.id}'`,
  )
  expect(rows).toEqual([
    {
      title: 'Consulta de Despido injustificado en Camiña',
      status: 'ingresado',
      specialty: 'Despido injustificado',
      commune: 'Camiña',
      description: `¿Cuántos días han pasado desde el despido? 0\n¿Tenías contrato de trabajo escrito? Sí, indefinido\n${REASON_QUESTION} Soy Camila Reservada, mi número es 9 8765 4321.`,
    },
  ])

  // The lawyer's open market page gets the event; name and phone number are redacted (OPEN-50).
  await market.getByRole('button', { name: 'Hay casos nuevos' }).click()
  await expect(market.getByText('1 resultado(s) encontrados.')).toBeVisible()
  await expect(market.getByRole('main')).toContainText('Soy [dato oculto], mi número es [dato oculto]')

  // A reload shows the same (WIZ-34), and back does not return into the sent form (WIZ-05).
  await reload(page)
  await expect(doneHeading(page)).toBeVisible()
  await expect(cards).toHaveCount(3)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((one) => /draft/.test(one)))).toEqual(
    [],
  )
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await page.getByRole('link', { name: 'Ir a mi Panel' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('WIZ-02, WIZ-03, WIZ-08, WIZ-20, WIZ-22 the whole wizard by keyboard alone', async ({
  page,
  visit,
  signIn,
  makeAccount,
}) => {
  await signIn(page, await makeAccount())
  await visit(page, WIZARD_PATH)
  const { keyboard } = page
  const tabTo = async (what: ReturnType<typeof next>) => {
    for (let press = 0; press < 40; press++) {
      await keyboard.press('Tab')
      if (await what.evaluate((one) => one === document.activeElement)) return
    }
    throw new Error('never reached')
  }
  await tabTo(page.getByLabel('Busca tu especialidad'))
  await keyboard.type('cobranza')
  await keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Deudas y cobranzas' })).toBeChecked()
  await tabTo(next(page))
  await keyboard.press('Enter')
  await expect(stepHeading(page, /Deudas y cobranzas/)).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Me deben dinero' })).toBeChecked()
  await keyboard.press('Tab')
  await keyboard.type('1500000')
  await keyboard.press('Tab')
  await keyboard.type('Una vecina')
  // Enter in a text field goes to the next step.
  await keyboard.press('Enter')
  await expect(stepHeading(page, /Resumen/)).toBeFocused()
  await expect(page.getByRole('main').locator('dl')).toContainText('$1.500.000')
  await tabTo(communeField(page))
  await keyboard.type('valparaiso')
  await keyboard.press('Enter')
  await expect(communeField(page)).toHaveValue('Valparaíso')
  await tabTo(send(page))
  await keyboard.press('Enter')
  await expect(doneHeading(page)).toBeFocused()
  await tabTo(page.getByRole('main').getByRole('link', { name: 'Ir a mi Panel' }))
})

test('SEG-35 back goes one step back, also after a reload or a directly opened «#resumen»; only step 1 leaves', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await visitPage(page, '/dashboard')
  await visitPage(page, WIZARD_PATH)
  await answerAll(page)
  for (const open of ['reload', 'direct'] as const) {
    if (open === 'reload') await reload(page)
    else {
      await visitPage(page, '/dashboard')
      await visitPage(page, `${WIZARD_PATH}#resumen`)
    }
    await expect(communeField(page)).toHaveValue('Camiña')
    await expect(page).toHaveURL(/#resumen$/)
    await page.goBack()
    await expect(page).toHaveURL(/#detalles$/)
    await expect(page.getByLabel(REASON_QUESTION)).toHaveValue('Necesidades de la empresa.')
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Despido injustificado', exact: true })).toBeChecked()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goForward()
    await page.goForward()
    await page.goForward()
    await expect(communeField(page)).toHaveValue('Camiña')
  }
})
