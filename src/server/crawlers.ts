import type { FastifyInstance } from 'fastify'
import type { RunningPlatform } from './platform.ts'

/** Pages that search engines should know. Public profiles join them with the lawyers. */
const PUBLIC_PAGES = ['/', '/login', '/terminos', '/privacidad']

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

export const sitemapXml = (publicUrl: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** /robots.txt and /sitemap.xml (DESIGN §10). */
export function crawlerRoutes(app: FastifyInstance, { config }: RunningPlatform): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHE).send(robotsText(config.publicUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE)
      .send(sitemapXml(config.publicUrl)),
  )
}
