// What a first visit downloads: the requests of a browser, with the compressed sizes that the server sends.
import { chromium } from '@playwright/test'
import { findBrowser } from '../tests/support/browser/find-browser.ts'
import { type Options, type Outcome, round, startApp } from './harness.ts'

const PAGES: Record<string, string> = { landing: '/', login: '/login' }
const KB = 1000

export async function run(_options: Options): Promise<Outcome> {
  const app = await startApp()
  const browser = await chromium.launch({
    executablePath: (await findBrowser()).executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const figures: Record<string, number> = {}
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const page = await browser.newPage()
      const urls: string[] = []
      page.on('request', (request) => {
        if (request.url().startsWith('http')) urls.push(request.url())
      })
      await page.goto(app.url + path)
      await page.waitForSelector('html[data-hydrated]')
      await page.waitForLoadState('networkidle')
      await page.close()
      let script = 0
      let fonts = 0
      let others = 0
      for (const url of urls) {
        const { pathname } = new URL(url)
        if (pathname.endsWith('.js')) script += await transferSize(url, 'gzip')
        // Fonts are already compressed.
        if (pathname.endsWith('.woff2')) fonts += await transferSize(url, 'br')
        else others += await transferSize(url, 'br')
      }
      figures[`${name}_js_gz_kb`] = round(script / KB)
      figures[`${name}_without_fonts_br_kb`] = round(others / KB)
      figures[`${name}_fonts_kb`] = round(fonts / KB)
      figures[`${name}_all_br_kb`] = round((others + fonts) / KB)
      figures[`${name}_requests`] = urls.length
    }
  } finally {
    await browser.close()
    await app.stop()
  }
  return {
    figures,
    goals: {
      landing_js_gz_kb: 130,
      landing_without_fonts_br_kb: 150,
      landing_fonts_kb: 40,
      landing_requests: 16,
      login_js_gz_kb: 190,
    },
  }
}

/** Downloads a file. @returns the length of the encoded body in bytes */
async function transferSize(url: string, encoding: string): Promise<number> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      answer.on('end', () => resolve(length))
    }).on('error', reject)
  })
}
