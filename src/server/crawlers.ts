import type { FastifyInstance } from 'fastify'
import { verifiedLawyerIds } from '../capabilities/lawyers/commands.server.ts'
import type { RunningPlatform } from './platform.ts'

/** Pages that search engines should know, beside the public profiles. */
const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/buscar-ia',
  '/buscar-abogados',
  '/login',
  '/ayuda',
  '/terminos',
  '/privacidad',
]

/** What is somebody's own, or only leads on: not to be read by robots. */
const PRIVATE = [
  '/api/',
  '/admin',
  '/case/',
  '/casos-recientes',
  '/chat',
  '/client-dashboard',
  '/create-lawyer-profile',
  '/dashboard',
  '/edit-',
  '/email-verification',
  '/find-colleagues',
  '/interview/',
  '/lawyer-dashboard',
  '/onboarding/',
  '/register',
  '/restablecer-contrasena',
  '/submit-case',
  '/verify-profile',
]

const CACHE = 'public, max-age=3600'

export const robotsText = (publicUrl: string) =>
  [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** Addresses that one sitemap may hold are 50,000. */
const MOST = 45_000
/** What ids begin with: beyond MOST lawyers there is a sitemap for each. */
const DIGITS = [...'0123456789abcdef']
/** Milliseconds that a process keeps a sitemap: whoever asks again and again costs nothing. */
const KEPT = 5 * 60_000

const xml = (root: string, entry: string, addresses: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `  <${entry}><loc>${address}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n')

/** @param lawyerIds whose public profiles are named too */
export const sitemapXml = (publicUrl: string, lawyerIds: readonly string[] = [], pages = PUBLIC_PAGES) =>
  xml('urlset', 'url', [
    ...pages.map((path) => publicUrl + path),
    ...lawyerIds.map((id) => `${publicUrl}/lawyer/${id}`),
  ])

/** For more lawyers than one sitemap can hold. */
export const sitemapIndexXml = (publicUrl: string) =>
  xml('sitemapindex', 'sitemap', [
    `${publicUrl}/sitemap-paginas.xml`,
    ...DIGITS.map((digit) => `${publicUrl}/sitemap-abogados-${digit}.xml`),
  ])

/** /robots.txt and /sitemap.xml with its parts (DESIGN §10). */
export function crawlerRoutes(
  app: FastifyInstance,
  { config, db }: Pick<RunningPlatform, 'config' | 'db'>,
  most = MOST,
): void {
  const { publicUrl } = config
  const made = new Map<string, { at: number; text: Promise<string> }>()
  const kept = (path: string, make: () => Promise<string>) => {
    const before = made.get(path)
    if (before && Date.now() - before.at < KEPT) return before.text
    const text = make()
    made.set(path, { at: Date.now(), text })
    text.catch(() => made.delete(path))
    return text
  }
  const sitemap = (path: string, make: () => Promise<string>) =>
    app.get(path, async (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', CACHE)
        .send(await kept(path, make)),
    )
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHE).send(robotsText(publicUrl)),
  )
  sitemap('/sitemap.xml', async () => {
    const ids = await verifiedLawyerIds(db, most + 1)
    return ids.length > most ? sitemapIndexXml(publicUrl) : sitemapXml(publicUrl, ids)
  })
  sitemap('/sitemap-paginas.xml', async () => sitemapXml(publicUrl))
  for (const digit of DIGITS)
    sitemap(`/sitemap-abogados-${digit}.xml`, async () =>
      sitemapXml(publicUrl, await verifiedLawyerIds(db, most, digit), []),
    )
}
