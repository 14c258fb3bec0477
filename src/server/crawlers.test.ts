import { expect, it } from 'vitest'
import { robotsText, sitemapXml } from './crawlers.ts'

const URL = 'https://amparo.test'
const listed = [...sitemapXml(URL).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
const closed = [...robotsText(URL).matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '')

it('the sitemap names public pages by their whole address, the home page first', () => {
  expect(listed[0]).toBe(`${URL}/`)
  expect(listed).toContain(`${URL}/privacidad`)
  expect(new Set(listed).size).toBe(listed.length)
})

it('robots are led to the sitemap and kept from what the sitemap does not name', () => {
  expect(robotsText(URL)).toContain(`Sitemap: ${URL}/sitemap.xml`)
  for (const address of listed)
    expect(closed.filter((path) => address.slice(URL.length).startsWith(path))).toEqual([])
  expect(closed).toEqual(expect.arrayContaining(['/dashboard', '/chat', '/api/']))
})
