import { answerProposal, makeChat, makeProposal, sendText } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { clickTwice, reload } from '../harness/input-method.ts'
import {
  chatLink,
  chatRow,
  composer,
  expectUnreadCounts,
  log,
  messageTexts,
  setPageHidden,
  typeAndSend,
} from './chat-page.ts'

test('CHA-05, CHA-09, CHA-12, CHA-13, CHA-15, CHA-17 client and lawyer write, and both read the same in the same order', async ({
  parties,
  pageAs,
  database,
}) => {
  const [client, lawyer] = [await pageAs(parties.client), await pageAs(parties.lawyer)]
  await openChat(client, LAWYER_NAME)
  await openChat(lawyer, CLIENT_NAME)
  await typeAndSend(client, '¿Alcanzo a reclamar?')
  await expect(log(lawyer).getByText('¿Alcanzo a reclamar?')).toBeVisible()
  await expect(composer(client)).toBeFocused()
  // Several at once, from both sides.
  for (let at = 1; at <= 4; at++) {
    await typeAndSend(lawyer, `Respuesta ${at}`)
    await typeAndSend(client, `Pregunta ${at}`)
  }
  await expect.poll(() => messageTexts(client)).toHaveLength(10)
  await expect.poll(() => messageTexts(lawyer)).toHaveLength(10)
  const stored = await database.sql<{ content: string }>(
    'select content from messages where chat_id = $1 order by seq',
    [parties.chatId],
  )
  const inOrder = stored.map(({ content }) => content)
  await expect.poll(() => messageTexts(client)).toEqual(inOrder)
  await expect.poll(() => messageTexts(lawyer)).toEqual(inOrder)
  expect(inOrder.filter((text) => text.startsWith('Pregunta'))).toEqual(
    [1, 2, 3, 4].map((at) => `Pregunta ${at}`),
  )
  for (const page of [client, lawyer]) {
    await expect(chatLink(page)).toHaveAccessibleName('Chat')
    await expect(page.getByText('sin leer')).toHaveCount(0)
  }
  await expectUnreadCounts(database, parties.chatId, { client: 0, lawyer: 0 })
  await expectAccessible(client)
  await expectAccessible(lawyer)
})

test('CHA-11, CHA-12, OPEN-70 Enter sends, Shift+Enter starts a new line; an input method composition and an empty text send nothing', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await openChat(page, LAWYER_NAME)
  await expect(composer(page)).toBeFocused()
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/chat/send') && sent.push(request.url()))
  for (const text of ['', '   ', '\u200b\u2060']) {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  expect(sent).toEqual([])
  await composer(page).fill('')
  await composer(page).pressSequentially('uno')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('  dos')
  await composer(page).evaluate((area) => {
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
  })
  expect(sent).toEqual([])
  await expect(composer(page)).toHaveValue('uno\n  dos')
  await composer(page).press('Enter')
  await expect(log(page).getByText('uno')).toHaveText('uno\n  dos')
  await expect(composer(page)).toHaveValue('')
  expect(sent).toHaveLength(1)
})

test('CHA-11 more than 5.000 characters show an error and are not sent; what was typed stays', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await openChat(page, LAWYER_NAME)
  await composer(page).fill('ñ'.repeat(4_400))
  await expect(page.getByText(/de 5\.000 caracteres/)).toHaveCount(0)
  await composer(page).fill('ñ'.repeat(4_990))
  await expect(page.getByText('4.990 de 5.000 caracteres')).toBeVisible()
  await composer(page).fill('ñ'.repeat(5_001))
  await composer(page).press('Enter')
  await expect(
    page.getByRole('alert').getByText('El mensaje puede tener hasta 5.000 caracteres.'),
  ).toBeVisible()
  await expect(composer(page)).toHaveValue('ñ'.repeat(5_001))
  // Counts graphemes: an emoji of several code points is one character.
  await composer(page).fill(`${'ñ'.repeat(4_999)}👩‍⚖️`)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(log(page).locator('[data-message]')).toHaveCount(2)
})

test('NAV-10, NAV-16, CHA-16, CHA-18, CAL-02, RT-01 the badge counts on every page, updates live and disappears when the chat is opened', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  const other = await makeAccount({ name: 'Rodrigo Ñúñez' })
  const second = await makeChat(database.platform, { clientId: other.id, lawyerId: parties.lawyer.id })
  const page = await pageAs(parties.lawyer)
  await visitPage(page, '/terminos')
  await expect(chatLink(page)).toHaveAccessibleName('Chat 1 mensaje sin leer')
  await sendText(database.platform, second, other.id, 'Hola')
  await sendText(database.platform, parties.chatId, parties.client.id, '¿Sigue ahí?')
  await expect(chatLink(page)).toHaveAccessibleName('Chat 3 mensajes sin leer')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(chatLink(page)).toHaveAccessibleName('Chat 3 mensajes sin leer')
  await page.getByRole('button', { name: 'Menú' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Chat 3 mensajes sin leer' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await chatLink(page).click()
  await expect(chatRow(page, CLIENT_NAME)).toContainText('2 mensajes sin leer')
  const tab = await page.context().newPage()
  await visitPage(tab, '/chat')
  await chatRow(page, CLIENT_NAME).click()
  await expect(page.getByText('Mensajes nuevos')).toBeVisible()
  for (const one of [page, tab]) {
    await expect(chatLink(one)).toHaveAccessibleName('Chat 1 mensaje sin leer')
    await expect(chatRow(one, CLIENT_NAME)).not.toContainText('sin leer')
    await expect(chatRow(one, 'Rodrigo')).toContainText('1 mensaje sin leer')
  }
  // CHA-05: the chat with the newest message comes first.
  await sendText(database.platform, second, other.id, 'Otra vez')
  const names = page.getByRole('list', { name: 'Chats' }).getByRole('link')
  await expect(names.first()).toContainText('Rodrigo')
  await expect(names.first()).toContainText('Otra vez')
})

test('OPEN-40 a hidden tab does not mark messages as read; on return the new ones are marked «Mensajes nuevos»', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.lawyer)
  await openChat(page, CLIENT_NAME)
  // A missing badge may only be late: check in the database that the messages are read.
  await expectUnreadCounts(database, parties.chatId, { client: 0, lawyer: 0 })
  await setPageHidden(page, true)
  await sendText(database.platform, parties.chatId, parties.client.id, 'Mientras no miraba')
  await expect(log(page).getByText('Mientras no miraba')).toBeVisible()
  await expect(chatLink(page)).toHaveAccessibleName('Chat 1 mensaje sin leer')
  await setPageHidden(page, false)
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
  await expect(log(page).getByText('Mensajes nuevos')).toBeVisible()
})

test('CHA-13, RT-02 two tabs of one person show the same', async ({ parties, pageAs }) => {
  const first = await pageAs(parties.client)
  await openChat(first, LAWYER_NAME)
  const second = await first.context().newPage()
  await openChat(second, LAWYER_NAME)
  await typeAndSend(first, 'Desde la primera')
  await expect(log(second).getByText('Desde la primera')).toBeVisible()
  await typeAndSend(second, 'Desde la segunda')
  await expect(log(first).getByText('Desde la segunda')).toBeVisible()
  await expect.poll(() => messageTexts(first)).toHaveLength(3)
  expect(await messageTexts(second)).toEqual(await messageTexts(first))
})

test('RT-02 what happens while the first answers are pending is not lost', async ({
  parties,
  pageAs,
  database,
}) => {
  const mine = { chatId: parties.chatId, lawyerId: parties.lawyer.id }
  const proposal = await makeProposal(database.platform, mine, { fee: 444_000 })
  for (const [operation, change, listText, logText] of [
    [
      'chat/messages',
      () => sendText(database.platform, parties.chatId, parties.lawyer.id, 'Entretanto'),
      'Entretanto',
      'Entretanto',
    ],
    [
      'proposals/byIds',
      () =>
        answerProposal(database.platform, { clientId: parties.client.id, proposalId: proposal.id }, 'reject'),
      'rechazada',
      'Rechazada',
    ],
  ] as const) {
    const release = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const page = await pageAs(parties.client)
    await Promise.all([page.waitForResponse('**/api/events'), visitPage(page, '/chat')])
    await page.route(
      `**/api/rpc/${operation}*`,
      async (route) => {
        const response = await route.fetch()
        isRead.resolve()
        await release.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.getByRole('link', { name: new RegExp(LAWYER_NAME) }).click()
    await isRead.promise
    await change()
    // The list has received the event.
    await expect(chatRow(page, LAWYER_NAME)).toContainText(listText)
    release.resolve()
    await expect(log(page).getByText(logText, { exact: true })).toBeVisible()
  }
})

test('CHA-09 neither older messages loaded above nor new ones below move what the user is reading', async ({
  parties,
  pageAs,
  database,
}) => {
  await database.sql(
    `insert into messages (chat_id, seq, sender_id, side, type, content, created_at)
    select $1, n, $2, 'client', 'text', 'Mensaje número ' || n || repeat(' con más palabras', n % 23), now() - make_interval(mins => 700 - n)
    from generate_series(2, 420) n`,
    [parties.chatId, parties.client.id],
  )
  // Backdate the first message: times must increase with seq.
  await database.sql(
    `update messages set created_at = now() - interval '700 minutes' where chat_id = $1 and seq = 1`,
    [parties.chatId],
  )
  await database.sql(
    'update chats set last_seq = 420, lawyer_read_seq = 420, lawyer_unread_count = 0, lawyer_answered = true where id = $1',
    [parties.chatId],
  )
  const page = await pageAs(parties.lawyer)
  await openChat(page, CLIENT_NAME)
  await expect(log(page).getByText(/^Mensaje número 420/)).toBeInViewport()
  const topOf = (seq: number) =>
    log(page)
      .getByText(new RegExp(`^Mensaje número ${seq}( con|$)`))
      .evaluate((element) => element.getBoundingClientRect().top)
  const nextPaint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  let release = Promise.withResolvers<void>()
  await page.route('**/api/rpc/chat/messages', async (route) => {
    await release.promise
    await route.continue()
  })
  // The anchor message must not move while older pages load. `nextPaint` lets rows above get their real
  // heights first.
  let oldest = 371
  while (oldest > 1) {
    release = Promise.withResolvers<void>()
    await log(page).evaluate((box) => box.scrollTo({ top: -(box.scrollHeight - box.clientHeight) + 300 }))
    await nextPaint()
    const anchor = oldest + 3
    const before = await topOf(anchor)
    release.resolve()
    const next = Math.max(1, oldest - 50)
    await expect(
      log(page).getByText(next === 1 ? /^Buenas tardes/ : new RegExp(`^Mensaje número ${next}( con|$)`)),
    ).toBeAttached()
    expect(Math.abs((await topOf(anchor)) - before)).toBeLessThan(2)
    oldest = next
  }
  await expect(log(page).locator('[data-message]')).toHaveCount(420)
  await log(page).evaluate((box) => box.scrollTo({ top: -2_000 }))
  const read = log(page).locator('[data-message]').nth(390)
  const topOfRead = () => read.evaluate((element) => element.getBoundingClientRect().top)
  await nextPaint()
  const before = await topOfRead()
  await sendText(database.platform, parties.chatId, parties.client.id, 'Recién llegado')
  const jump = page.getByRole('button', { name: 'Mensajes nuevos' })
  await expect(jump).toBeVisible()
  await nextPaint()
  expect(Math.abs((await topOfRead()) - before)).toBeLessThan(2)
  await jump.click()
  await expect(log(page).getByText('Recién llegado')).toBeInViewport()
  await expect(jump).toHaveCount(0)
  // Scrolled to the end, the log stays at the end.
  await sendText(database.platform, parties.chatId, parties.client.id, 'Y otro más')
  await expect(log(page).getByText('Y otro más')).toBeInViewport()
})

test('CHA-01, OPEN-70 on a phone list and conversation are two pages, and the browser’s back button returns to the list', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.lawyer)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, '/terminos')
  await chatLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible()
  await chatRow(page, CLIENT_NAME).click()
  const name = page.getByRole('heading', { level: 2, name: CLIENT_NAME })
  await expect(name).toBeFocused()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByPlaceholder('Buscar por nombre...')).toBeHidden()
  const sizes = await page
    .locator('section:visible :is(button, a, textarea):visible')
    .evaluateAll((all) =>
      all.map((element) =>
        Math.min(element.getBoundingClientRect().height, element.getBoundingClientRect().width),
      ),
    )
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(44)
  await page.goBack()
  await expect(chatRow(page, CLIENT_NAME)).toBeFocused()
  await chatRow(page, CLIENT_NAME).click()
  // CHA-06: the open chat is in the history state, so it survives a reload.
  await reload(page)
  await expect(name).toBeVisible()
  await page.getByRole('button', { name: 'Volver a los chats' }).click()
  await expect(chatRow(page, CLIENT_NAME)).toBeVisible()
  // The second press of a double click must not hit a control of the conversation.
  await clickTwice(page, chatRow(page, CLIENT_NAME), name)
  await expect(name).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/terminos$/)
})

test('CHA-07, CHA-08, OPEN-41, OPEN-70 the search ignores accents and capitals; the arrows move among the rows', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  for (const name of ['Iñaki Ñancupil', 'Óscar Núñez']) {
    const other = await makeAccount({ name, role: 'lawyer', verificationStatus: 'verified' })
    await makeChat(database.platform, { clientId: parties.client.id, lawyerId: other.id })
  }
  const page = await pageAs(parties.client)
  await visitPage(page, '/chat')
  await expect(page.getByText('Selecciona un chat para empezar a conversar.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Sin mensajes aún')
  const search = page.getByPlaceholder('Buscar por nombre...')
  await search.fill('nunez')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Óscar Núñez')
  await search.fill('nadie se llama así')
  await expect(page.getByText('No hay chats con ese nombre.')).toBeVisible()
  await page.getByRole('button', { name: 'Borrar búsqueda' }).click()
  await expect(rows).toHaveCount(3)
  await search.focus()
  await page.keyboard.press('Tab')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
})
