// `npm run tour`: visits the demo data with a real browser, takes the screenshots of docs/tour and writes
// docs/tour.md.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startApp } from '../bench/harness.ts'
import { DEMO_PASSWORD } from '../src/demo-data/demo-accounts.ts'
import { findBrowser } from '../tests/support/browser/find-browser.ts'

const CLIENT = 'cliente@demo.test'
const LAWYER = 'abogado@demo.test'
const ADMIN = 'admin@demo.test'

interface Step {
  /** File name of the screenshot. */
  name: string
  title: string
  text: string
  /** E-mail address of a demo account; a visitor by default. */
  as?: string
  path: string
  /** Actions before the screenshot. */
  act?(page: Page): Promise<void>
  /** Width of the viewport in CSS pixels; 1280 by default. */
  width?: 390 | 1280
}

const STEPS: readonly Step[] = [
  {
    name: '01-inicio',
    title: 'A visitor arrives',
    text: 'The landing page says what Amparo does and offers two ways in: describe the problem, or look for a lawyer. Reading needs no account.',
    path: '/',
  },
  {
    name: '02-buscar-ia',
    title: 'A problem in the visitor’s own words',
    text: 'On `/buscar-ia` a model that is part of Amparo reads the text. The page says what it understood and why, and shows verified lawyers. The visitor can change every filter.',
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
    title: 'A lawyer’s profile',
    text: 'Price, years of experience, finished cases and reviews, which only clients with an accepted proposal can write. «Contactar» opens a private chat for signed-in clients.',
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
    title: 'Or publishing a case',
    text: 'Camila (`cliente@demo.test`) describes her case in three steps. The questions depend on the specialty, and what she typed survives a reload. The market shows the case without her name.',
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
    title: 'Verification of lawyers',
    text: 'Lawyers confirm their e-mail address, send their data with an identity card, and wait. An administrator (`admin@demo.test`) compares the document with the data, then verifies the lawyer or returns the profile with a reason. The audit log records each view of the document and each decision.',
    as: ADMIN,
    path: '/admin-dashboard',
  },
  {
    name: '06-casos-recientes',
    title: 'The market',
    text: 'Andrés (`abogado@demo.test`, plan Básico) sees open cases without the client’s name. Opening a chat costs one credit, which is taken in the transaction that creates the chat.',
    as: LAWYER,
    path: '/casos-recientes',
  },
  {
    name: '07-chat',
    title: 'The chat and the proposal',
    text: 'Both see each other’s messages at once. The fee proposal is part of the chat, and each party gets the buttons for its own actions.',
    as: CLIENT,
    path: '/chat',
    async act(page) {
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await page.getByRole('log').waitFor()
    },
  },
  {
    name: '08-seguimiento',
    title: 'The case answers by itself',
    text: 'An accepted proposal starts a case. Its page says what happened, what is needed, what comes next, and when there will be news: the lawyer publishes updates with a promised day, and is reminded of it.',
    as: CLIENT,
    path: '/dashboard',
    act: (page) => openCase(page),
  },
  {
    name: '09-documentos',
    title: 'The documents of the case',
    text: 'The lawyer asks for documents from a list of the specialty. The client delivers them, also as photos from a phone, and both see versions and who has seen them. Each request for a file checks the user’s session and access to the case.',
    as: LAWYER,
    path: '/dashboard',
    act: (page) => openCase(page, 'Documentos'),
  },
  {
    name: '10-tablero',
    title: 'The board',
    text: 'The lawyer moves the tasks by mouse, touch or keyboard; the client sees every move and ticks own tasks. Tasks have a due day, an assignee, a note and a checklist.',
    as: LAWYER,
    path: '/dashboard',
    act: (page) => openCase(page, 'Tablero'),
  },
  {
    name: '11-tareas',
    title: 'What is due in all cases',
    text: '`/tareas` lists it by day, and a private calendar address shows it in one’s own calendar program.',
    as: LAWYER,
    path: '/tareas',
  },
  {
    name: '12-avisos',
    title: 'Notices',
    text: 'The bell counts what others did. `/avisos` lists it, and each person chooses what also comes by e-mail and when. No e-mail carries the words of a message, an update or a document.',
    as: CLIENT,
    path: '/avisos',
    width: 390,
  },
  {
    name: '13-panel',
    title: 'The dashboard on a phone',
    text: 'Each party starts at its dashboard: what waits for an answer, what is running, what is finished. After the acceptance the client may write a review, which appears on the profile of step 3.',
    as: CLIENT,
    path: '/dashboard',
    width: 390,
  },
]

/** Opens the first case of the dashboard. @param tab scrolls to it and opens it */
async function openCase(page: Page, tab?: string): Promise<void> {
  const address = await page.locator('main a[href^="/case/"]:not([href*="?"])').first().getAttribute('href')
  await page.goto(address ?? '/dashboard')
  await waitForHydration(page)
  if (!tab) return
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel').waitFor()
  if (tab === 'Tablero') await page.getByRole('tablist').evaluate((tabs) => tabs.scrollIntoView())
}

const waitForHydration = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

const FOLDER = 'docs/tour'
const HEIGHT = { 390: 844, 1280: 860 }

async function takeScreenshot(browser: Browser, url: string, step: Step): Promise<number> {
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
    await waitForHydration(page)
    await step.act?.(page)
    // Playwright's network idle never comes, because the live stream stays open: wait for loading indicators
    // and pictures.
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

const renderPage = () =>
  [
    '# Tour',
    '',
    `The main workflow of Amparo in ${STEPS.length} steps, with the demonstration data of \`npm start\` (password of every account: \`demo1234\`). \`npm run tour\` takes the pictures.`,
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
  for (const step of STEPS) console.log(`${step.name}: ${await takeScreenshot(browser, app.url, step)} bytes`)
} finally {
  await browser.close()
  await app.stop()
}
writeFileSync('docs/tour.md', renderPage())
