import type { FastifyInstance } from 'fastify'
import { verifiedLawyerIds } from '../capabilities/lawyers/commands.server.ts'
import type { RunningPlatform } from './platform.ts'

/** Pages for search engines, in addition to the public profiles. */
const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/buscar-ia',
  '/buscar-abogados',
  '/login',
  '/plazos',
  '/ayuda',
  '/ayuda-gratuita',
  '/terminos',
  '/normas',
  '/privacidad',
  '/privacidad/versiones',
  '/solicitud-de-datos',
]

/** Private pages and redirects, which robots must not crawl. */
const DISALLOWED_PATHS = [
  '/api/',
  '/admin',
  '/avisos',
  '/calendario/',
  '/cambio-de-correo',
  '/case/',
  '/casos-recientes',
  '/chat',
  '/client-dashboard',
  '/create-lawyer-profile',
  '/cuenta-suspendida',
  '/dashboard',
  '/edit-',
  '/email-verification',
  '/find-colleagues',
  '/interview/',
  '/lawyer-dashboard',
  '/mis-datos',
  '/no-fui-yo',
  '/onboarding/',
  '/recuperar-acceso',
  '/register',
  '/reporte/',
  '/reportes',
  '/restablecer-contrasena',
  '/segundo-paso',
  '/seguridad',
  '/solicitud-de-datos/seguimiento',
  '/submit-case',
  '/tareas',
  '/verify-profile',
]

const CACHE_CONTROL = 'public, max-age=3600'

export const robotsText = (publicUrl: string) =>
  [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** The protocol allows 50,000 URLs per sitemap. */
const MAX_PROFILES = 45_000
/** First digits of ids: with more than MAX_PROFILES lawyers there is one sitemap per digit. */
const HEX_DIGITS = [...'0123456789abcdef']
/** A process caches a sitemap this long, so that repeated requests are cheap. */
const CACHE_MS = 5 * 60_000

const xml = (root: string, entry: string, addresses: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `  <${entry}><loc>${address}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n')

/** @param lawyerIds lawyers whose public profiles are listed too */
export const sitemapXml = (publicUrl: string, lawyerIds: readonly string[] = [], pages = PUBLIC_PAGES) =>
  xml('urlset', 'url', [
    ...pages.map((path) => publicUrl + path),
    ...lawyerIds.map((id) => `${publicUrl}/lawyer/${id}`),
  ])

/** Index of several sitemaps, for more lawyers than fit into one. */
export const sitemapIndexXml = (publicUrl: string) =>
  xml('sitemapindex', 'sitemap', [
    `${publicUrl}/sitemap-paginas.xml`,
    ...HEX_DIGITS.map((digit) => `${publicUrl}/sitemap-abogados-${digit}.xml`),
  ])

/** Serves /robots.txt and /sitemap.xml with its parts (docs/design.md §10). */
export function crawlerRoutes(
  app: FastifyInstance,
  { config, db }: Pick<RunningPlatform, 'config' | 'db'>,
  maxProfiles = MAX_PROFILES,
): void {
  const { publicUrl } = config
  const cache = new Map<string, { at: number; text: Promise<string> }>()
  const cached = (path: string, make: () => Promise<string>) => {
    const entry = cache.get(path)
    if (entry && Date.now() - entry.at < CACHE_MS) return entry.text
    const text = make()
    cache.set(path, { at: Date.now(), text })
    text.catch(() => cache.delete(path))
    return text
  }
  const sitemap = (path: string, make: () => Promise<string>) =>
    app.get(path, async (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', CACHE_CONTROL)
        .send(await cached(path, make)),
    )
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(robotsText(publicUrl)),
  )
  sitemap('/sitemap.xml', async () => {
    const ids = await verifiedLawyerIds(db, maxProfiles + 1)
    return ids.length > maxProfiles ? sitemapIndexXml(publicUrl) : sitemapXml(publicUrl, ids)
  })
  sitemap('/sitemap-paginas.xml', async () => sitemapXml(publicUrl))
  for (const digit of HEX_DIGITS)
    sitemap(`/sitemap-abogados-${digit}.xml`, async () =>
      sitemapXml(publicUrl, await verifiedLawyerIds(db, maxProfiles, digit), []),
    )
}
