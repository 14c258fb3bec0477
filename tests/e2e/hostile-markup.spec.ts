import type { Page } from '@playwright/test'
import { answerProposal, makeOpenCase, makeProposal, say } from '../../src/server/factories/conversations.ts'
import { setPlan } from '../../src/server/factories/lawyers.ts'
import { entry, log } from './chat-page.ts'
import { expect } from './fixtures.ts'
import { go, test } from './parties.ts'

// Issue 5: what people write is text. Each field holds every one of these that has room in it; the message, and what is
// typed into the page, are in chat.spec.ts.
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

/** As many of them as fit, the first always whole. */
function within(length: number): string {
  let text = SHORT
  for (const one of HOSTILE.slice(1)) if (text.length + 1 + one.length <= length) text += ` ${one}`
  return text
}

const NAME = `C ${within(118)}`
const PARTNER = `Z ${within(118)}`
const ALL = within(1_000)

/** Everything by which something could have run. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) seen.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(String(error)))
  return seen
}

const RUNS =
  '[onerror], [onload], [onfocus], [ontoggle], iframe, math, a[href^="javascript:" i], img[src="x"], body[onload]'

async function expectHarmless(page: Page, seen: string[], ...fields: string[]): Promise<void> {
  for (const text of fields)
    await expect(page.getByText(text).filter({ visible: true }).first(), text).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect(page.locator(RUNS)).toHaveCount(0)
  expect(seen).toEqual([])
}

test('abuse 34: names, messages, proposals, cases and profiles are text on every page of either side', async ({
  parties,
  browserOf,
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
    [lawyer.id, ALL, within(80), [within(80)], within(60), within(130)],
  )
  const sketch = { title: within(200), description: ALL, specialty: within(80), commune: within(60) }
  const open = await makeOpenCase(platform, client.id, sketch)
  // The market hides a client's own name in the words of the case: one by somebody with other words for a name.
  await makeOpenCase(platform, (await makeAccount({ name: 'Ana Paz' })).id, sketch)
  await say(platform, chatId, lawyer.id, ALL)
  const proposal = { summary: ALL, fee: 350_000, conditions: [within(300)] }
  const { id: proposalId } = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, proposal)

  // The market first: afterwards the case is not open any more.
  const other = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: PARTNER })
  await setPlan(platform.db, other.id, 'avanzado', 5)
  const market = await browserOf(other)
  const seenThere = watch(market)
  for (const path of ['/casos-recientes', '/find-colleagues', '/dashboard']) {
    await go(market, path)
    // Pages of others: what is shown of them, and of oneself.
    await expectHarmless(market, seenThere, path === '/casos-recientes' ? sketch.title : SHORT)
  }

  const caseId = await (async () => {
    const pages = [await browserOf(client), await browserOf(lawyer)]
    const seen = pages.map(watch)
    for (const [at, page] of pages.entries()) {
      const partner = at === 0 ? PARTNER : NAME
      await go(page, '/chat')
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await expect(log(page)).toContainText(proposal.conditions[0] ?? '')
      await expectHarmless(page, seen[at] ?? [], partner, ALL)
    }
    // What comes live goes another way into the page.
    const later = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, proposal)
    await say(platform, chatId, client.id, `Vivo ${ALL}`)
    for (const [at, page] of pages.entries()) {
      await expect(log(page)).toContainText(`Vivo ${ALL}`)
      await expect(page.getByRole('article', { name: 'Propuesta de honorarios' })).toHaveCount(2)
      await expectHarmless(page, seen[at] ?? [])
    }
    const [first, second] = pages as [Page, Page]
    const cards = first.getByRole('article', { name: 'Propuesta de honorarios' })
    await cards.first().getByRole('button', { name: 'Rechazar' }).click()
    await expectHarmless(first, seen[0] ?? [])
    await expect(first.getByRole('dialog')).toContainText(PARTNER)
    await first.getByRole('dialog').getByRole('button', { name: 'Rechazar propuesta' }).click()
    await expect(cards.first()).toContainText('Rechazada')
    await expectHarmless(first, seen[0] ?? [])
    await expect(entry(second)).toHaveAccessibleName('Chat')
    return answerProposal(platform, { clientId: client.id, proposalId: later.id }, 'accept')
  })()
  expect(proposalId).not.toBe('')
  expect(caseId).toBe(open)

  for (const account of [client, lawyer]) {
    const page = await browserOf(account)
    const seen = watch(page)
    await go(page, `/case/${caseId}?tab=propuesta`)
    await expectHarmless(page, seen, sketch.title, NAME, PARTNER, ALL, proposal.conditions[0] ?? '')
    await page.getByRole('tab', { name: 'Chat' }).click()
    await expectHarmless(page, seen)
    const own = account === client ? NAME : PARTNER
    for (const [path, ...fields] of [
      ['/dashboard', own, sketch.title],
      ['/edit-profile', own],
      [`/lawyer/${lawyer.id}`, PARTNER, ALL],
    ] as const) {
      await go(page, path)
      await expectHarmless(page, seen, ...fields)
    }
  }

  for (const account of [null, client, lawyer]) {
    const page = await browserOf(account)
    const seen = watch(page)
    await go(page, `/lawyer/${lawyer.id}`)
    await expectHarmless(page, seen, PARTNER, ALL, within(80), within(60))
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
