// `npm run tour`: walks the demonstration with a real browser, takes the pictures of docs/tour and writes docs/tour.md.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startApp } from '../bench/support.ts'
import { DEMO_PASSWORD } from '../src/server/factories/demo-accounts.ts'
import { findBrowser } from '../tests/support/browser.ts'

const CLIENT = 'cliente@demo.test'
const LAWYER = 'abogado@demo.test'
const ADMIN = 'admin@demo.test'

interface Step {
  /** File name of the picture. */
  name: string
  title: string
  text: string
  /** Who looks: a demo account, or nobody. */
  as?: string
  path: string
  /** What they do before the picture. */
  act?(page: Page): Promise<void>
  /** Width of the window. */
  width?: 390 | 1280
}

const STEPS: readonly Step[] = [
  {
    name: '01-inicio',
    title: 'A visitor arrives',
    text: 'The landing page says what Amparo does and offers two ways in: tell the problem, or look for a lawyer. Nobody needs an account to read.',
    path: '/',
  },
  {
    name: '02-buscar-ia',
    title: 'The problem, in their own words',
    text: 'On `/buscar-ia` the house reads the text with a model of its own, says what it understood and why, and shows verified lawyers. Every filter can be changed by hand.',
    path: '/buscar-ia',
    async act(page) {
      await page
        .getByLabel('Cuéntanos tu problema')
        .fill('Me echaron del trabajo el lunes sin carta ni explicación, llevaba seis años. Vivo en Ñuñoa.')
      await page.getByRole('button', { name: /^Buscar abogados$/i }).click()
      await page.getByText(/abogado\(s\) encontrado\(s\)\./).waitFor()
    },
  },
  {
    name: '03-perfil',
    title: 'One lawyer’s profile',
    text: 'Price, years, finished cases and reviews, which only clients with an accepted proposal can write. «Contactar» opens the private conversation, after a login.',
    path: '/buscar-abogados',
    async act(page) {
      await page
        .getByRole('link', { name: /^Ver Perfil/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Método de Trabajo' }).waitFor()
    },
  },
  {
    name: '04-ingresar-causa',
    title: 'Or the case itself',
    text: 'Camila (`cliente@demo.test`) describes her case in three steps; the questions depend on the specialty, and what she typed survives a reload. The case goes to the market without her name.',
    as: CLIENT,
    path: '/submit-case',
    async act(page) {
      await page.getByRole('radio', { name: 'Despido injustificado', exact: true }).check()
      await page.getByRole('button', { name: 'Siguiente' }).click()
      await page.getByLabel('¿Cuántos días han pasado desde el despido?').fill('9')
    },
  },
  {
    name: '05-panel-admin',
    title: 'Who may be found',
    text: 'Lawyers prove their e-mail, send their data with an identity card, and wait. An administrator (`admin@demo.test`) reads the document beside the data and verifies, or returns it with a reason; each look and decision is in the register.',
    as: ADMIN,
    path: '/admin-dashboard',
  },
  {
    name: '06-casos-recientes',
    title: 'The market',
    text: 'Andrés (`abogado@demo.test`, plan Básico) sees open cases of his specialties without the client’s name. Opening a conversation costs one credit, taken in the same transaction that makes the chat.',
    as: LAWYER,
    path: '/casos-recientes',
  },
  {
    name: '07-chat',
    title: 'The conversation and the proposal',
    text: 'Both write and see each other’s messages at once; the fee proposal stands inside the conversation, with the right buttons for the right party.',
    as: CLIENT,
    path: '/chat',
    async act(page) {
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await page.getByRole('log').waitFor()
    },
  },
  {
    name: '08-tablero',
    title: 'The case',
    text: 'An accepted proposal becomes a case. The lawyer moves the tasks by mouse, finger or keyboard; the client sees every move.',
    as: LAWYER,
    path: '/dashboard',
    act: (page) => openCase(page, 'Tablero'),
  },
  {
    name: '09-documentos',
    title: 'Its documents',
    text: 'Both sides share files of the case through one door that asks, at each request, who is there.',
    as: LAWYER,
    path: '/dashboard',
    act: (page) => openCase(page, 'Documentos'),
  },
  {
    name: '10-panel',
    title: 'The panel, on a telephone',
    text: 'Each side begins at its panel: what waits for an answer, what runs, what is finished. After the acceptance the client may leave a review, which shows on the profile of step 3.',
    as: CLIENT,
    path: '/dashboard',
    width: 390,
  },
]

async function openCase(page: Page, tab: string): Promise<void> {
  const address = await page.locator('main a[href^="/case/"]').first().getAttribute('href')
  await page.goto(address ?? '/dashboard')
  await hydrated(page)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel').waitFor()
}

const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

const FOLDER = 'docs/tour'
const HEIGHT = { 390: 844, 1280: 860 }

async function picture(browser: Browser, url: string, step: Step): Promise<number> {
  const width = step.width ?? 1280
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHT[width] },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  try {
    if (step.as) {
      const answer = await page.request.post('/api/accounts/login', {
        data: { email: step.as, password: DEMO_PASSWORD },
        headers: { origin: url },
      })
      if (!answer.ok()) throw new Error(`${step.as} cannot sign in: ${await answer.text()}`)
    }
    await page.goto(step.path)
    await hydrated(page)
    await step.act?.(page)
    // An open stream is never idle: what counts is that nothing is on its way and every picture has come.
    await page.waitForFunction(
      () =>
        document.querySelector('[aria-busy=true]') === null &&
        [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
    )
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.waitForTimeout(500)
    const shot = await page.screenshot({ animations: 'disabled' })
    const { size } = await sharp(shot).webp({ quality: 82 }).toFile(`${FOLDER}/${step.name}.webp`)
    return size
  } finally {
    await context.close()
  }
}

const page = () =>
  [
    '# Tour',
    '',
    'The main job of Amparo in ten steps, on the demonstration that `npm start` fills (password of every account: `demo1234`). The pictures are made by `npm run tour`.',
    ...STEPS.flatMap(({ name, title, text }, at) => [
      '',
      `## ${at + 1}. ${title}`,
      '',
      text,
      '',
      `![${title}](tour/${name}.webp)`,
    ]),
    '',
  ].join('\n')

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const app = await startApp({ LOCAL_MODE: 'on' })
const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
try {
  for (const step of STEPS) console.log(`${step.name}: ${await picture(browser, app.url, step)} bytes`)
} finally {
  await browser.close()
  await app.stop()
}
writeFileSync('docs/tour.md', page())
