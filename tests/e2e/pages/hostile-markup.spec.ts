import type { Page } from '@playwright/test'
import { answerProposal, makeOpenCase, makeProposal, sendText } from '../../../src/demo-data/conversations.ts'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import { chatLink, composer, log, messageTexts, typeAndSend } from '../chat/chat-page.ts'
import { LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

// Issue 5: user input is only text. Each field holds as many of these as fit.
const HOSTILE = [
  '<img src=x onerror=hit=1>',
  '</script><script>window.hit=1</script>',
  '<svg/onload=window.hit=1>',
  '"><img src=x onerror=window.hit=1>',
  "' autofocus onfocus=window.hit=1 x='",
  '<a href="javascript:window.hit=1">aquí</a>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '{{constructor.constructor("window.hit=1")()}}',
  '<math><mtext><img src=x onerror=window.hit=1></mtext></math>',
  '<details open ontoggle=window.hit=1>',
  '</title></head><body onload=window.hit=1>',
  '--><!]]><script>window.hit=1</script><!--',
]
const [SHORT = ''] = HOSTILE

/** As many of HOSTILE as fit into a length; always the first. */
function hostileText(length: number): string {
  let text = SHORT
  for (const one of HOSTILE.slice(1)) if (text.length + 1 + one.length <= length) text += ` ${one}`
  return text
}

const NAME = `C ${hostileText(118)}`
const PARTNER = `Z ${hostileText(118)}`
const ALL = hostileText(1_000)

/** Collects every sign that markup was executed: dialogs, requests for /x, console and page errors. */
function watchExecution(page: Page): string[] {
  const signs: string[] = []
  page.on('dialog', (dialog) => {
    signs.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) signs.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') signs.push(message.text())
  })
  page.on('pageerror', (error) => signs.push(String(error)))
  return signs
}

/** Elements and attributes that would exist only if markup was not escaped. */
const ACTIVE_MARKUP =
  '[onerror], [onload], [onfocus], [ontoggle], iframe, math, a[href^="javascript:" i], img[src="x"], body[onload]'

async function expectHarmless(page: Page, signs: string[], ...fields: string[]): Promise<void> {
  for (const text of fields)
    await expect(page.getByText(text).filter({ visible: true }).first(), text).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect(page.locator(ACTIVE_MARKUP)).toHaveCount(0)
  expect(signs).toEqual([])
}

test('abuse 34: names, messages, proposals, cases and profiles are only text on every page of both sides', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  test.slow()
  const { client, lawyer, chatId } = parties
  const { platform } = database
  await database.sql('update profiles set name = $2 where id = $1', [client.id, NAME])
  await database.sql('update profiles set name = $2 where id = $1', [lawyer.id, PARTNER])
  await database.sql(
    `update lawyer_profiles set description = $2, university = $3, specialties = $4, address_commune = $5,
       address_region = $5, location = $6, plan = 'avanzado' where id = $1`,
    [lawyer.id, ALL, hostileText(80), [hostileText(80)], hostileText(60), hostileText(130)],
  )
  const attributes = {
    title: hostileText(200),
    description: ALL,
    specialty: hostileText(80),
    commune: hostileText(60),
  }
  const open = await makeOpenCase(platform, client.id, attributes)
  // The market redacts the client's name in a case, so add a case by a client with a harmless name.
  await makeOpenCase(platform, (await makeAccount({ name: 'Ana Paz' })).id, attributes)
  await sendText(platform, chatId, lawyer.id, ALL)
  const proposal = { summary: ALL, fee: 350_000, conditions: [hostileText(300)] }
  const { id: proposalId } = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, proposal)

  // Check the market first: later the case is not open any more.
  const other = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: PARTNER })
  await setPlan(platform.db, other.id, 'avanzado', 5)
  const market = await pageAs(other)
  const marketSigns = watchExecution(market)
  for (const path of ['/casos-recientes', '/find-colleagues', '/dashboard']) {
    await visitPage(market, path)
    // These pages show other users' data; the other two at least show the name.
    await expectHarmless(market, marketSigns, path === '/casos-recientes' ? attributes.title : SHORT)
  }

  const caseId = await (async () => {
    const pages = [await pageAs(client), await pageAs(lawyer)]
    const signs = pages.map(watchExecution)
    for (const [at, page] of pages.entries()) {
      const partner = at === 0 ? PARTNER : NAME
      await visitPage(page, '/chat')
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await expect(log(page)).toContainText(proposal.conditions[0] ?? '')
      await expectHarmless(page, signs[at] ?? [], partner, ALL)
    }
    // Live events reach the page by another code path.
    const later = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, proposal)
    await sendText(platform, chatId, client.id, `Vivo ${ALL}`)
    for (const [at, page] of pages.entries()) {
      await expect(log(page)).toContainText(`Vivo ${ALL}`)
      await expect(page.getByRole('article', { name: 'Propuesta de honorarios' })).toHaveCount(2)
      await expectHarmless(page, signs[at] ?? [])
    }
    const [first, second] = pages as [Page, Page]
    const cards = first.getByRole('article', { name: 'Propuesta de honorarios' })
    await cards.first().getByRole('button', { name: 'Rechazar' }).click()
    await expectHarmless(first, signs[0] ?? [])
    await expect(first.getByRole('dialog')).toContainText(PARTNER)
    await first.getByRole('dialog').getByRole('button', { name: 'Rechazar propuesta' }).click()
    await expect(cards.first()).toContainText('Rechazada')
    await expectHarmless(first, signs[0] ?? [])
    await expect(chatLink(second)).toHaveAccessibleName('Chat')
    return answerProposal(platform, { clientId: client.id, proposalId: later.id }, 'accept')
  })()
  expect(proposalId).not.toBe('')
  expect(caseId).toBe(open)

  for (const account of [client, lawyer]) {
    const page = await pageAs(account)
    const signs = watchExecution(page)
    await visitPage(page, `/case/${caseId}?tab=propuesta`)
    await expectHarmless(page, signs, attributes.title, NAME, PARTNER, ALL, proposal.conditions[0] ?? '')
    await page.getByRole('tab', { name: 'Chat' }).click()
    await expectHarmless(page, signs)
    const own = account === client ? NAME : PARTNER
    for (const [path, ...fields] of [
      ['/dashboard', own, attributes.title],
      ['/edit-profile', own],
      [`/lawyer/${lawyer.id}`, PARTNER, ALL],
    ] as const) {
      await visitPage(page, path)
      await expectHarmless(page, signs, ...fields)
    }
  }

  for (const account of [null, client, lawyer]) {
    const page = await pageAs(account)
    const signs = watchExecution(page)
    await visitPage(page, `/lawyer/${lawyer.id}`)
    await expectHarmless(page, signs, PARTNER, ALL, hostileText(80), hostileText(60))
    await expect(page).toHaveTitle(`${PARTNER} · Amparo`)
    const data = page.locator('script[type="application/ld+json"]')
    await expect(data).toHaveCount(1)
    expect(JSON.parse((await data.textContent()) ?? '').mainEntity.name).toBe(PARTNER)
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      /<img src=x onerror=hit=1>/,
    )
  }
})

/** Texts that are typed into the composer, one message each. */
const HOSTILE_MESSAGES = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg/onload=window.hit=1>',
  '"><img src=x onerror=window.hit=1>',
  'javascript:window.hit=1',
  '<a href="javascript:window.hit=1">aquí</a>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '{{constructor.constructor("window.hit=1")()}}',
  '`-(window.hit=1)-`',
  '<style>*{display:none}</style>',
  '<math><mtext><img src=x onerror=window.hit=1></mtext></math>',
  ']]><script>window.hit=1</script><!--',
]

test('GEN, SEC a message is only text: hostile markup does not run on either side', async ({
  parties,
  pageAs,
  database,
}) => {
  await database.sql('update profiles set name = $2 where id = $1', [
    parties.client.id,
    '<img src=x onerror=hit=1>',
  ])
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  await openChat(lawyer, 'onerror')
  await openChat(client, LAWYER_NAME)
  const requests: string[] = []
  for (const page of [lawyer, client]) page.on('request', (request) => requests.push(request.url()))
  for (const text of HOSTILE_MESSAGES) await typeAndSend(client, text)
  for (const page of [lawyer, client]) {
    await expect
      .poll(() => messageTexts(page))
      .toEqual(['Buenas tardes, me despidieron el lunes.', ...HOSTILE_MESSAGES])
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    await expect(log(page).locator('a, img, iframe, script, style')).toHaveCount(0)
  }
  await composer(lawyer).fill('Recibido')
  await composer(lawyer).press('Enter')
  await expect(log(client).getByText('Recibido')).toBeVisible()
  expect(requests.filter((url) => new URL(url).pathname === '/x')).toEqual([])
})
