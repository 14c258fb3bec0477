import { expect, it } from 'vitest'
import { robotsText, sitemapXml } from './crawlers.ts'

const URL = 'https://amparo.test'
const listed = [...sitemapXml(URL).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
const disallowed = [...robotsText(URL).matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '')

it('the sitemap lists public pages by their full URL, the home page first', () => {
  expect(listed[0]).toBe(`${URL}/`)
  expect(listed).toContain(`${URL}/privacidad`)
  expect(new Set(listed).size).toBe(listed.length)
})

it('robots.txt names the sitemap, allows all pages in it, and disallows private paths', () => {
  expect(robotsText(URL)).toContain(`Sitemap: ${URL}/sitemap.xml`)
  for (const address of listed)
    expect(disallowed.filter((path) => address.slice(URL.length).startsWith(path))).toEqual([])
  expect(disallowed).toEqual(expect.arrayContaining(['/dashboard', '/chat', '/api/']))
})
