import type { FastifyInstance, FastifyReply } from 'fastify'
import { readUnsubscribeToken, unsubscribe } from '../capabilities/notices/commands.server.ts'
import { CATEGORY_NAMES, type MailScope } from '../capabilities/notices/schema.ts'
import { MINIMAL_CSP, renderStaticPage } from '../platform/http/error-page.server.ts'
import { UNSUBSCRIBE_PATH } from '../platform/http/requests.server.ts'
import type { RunningPlatform } from './platform.ts'

const MAX_BODY_BYTES = 1024
const SETTINGS_LINK = '<a href="/avisos/preferencias">Ver mis preferencias</a>'

type UnsubscribeRoute = { Params: { token: string } }

/**
 * SEG-63: GET and POST /baja/{token}. GET changes nothing, because mail programs and scanners follow links; POST is RFC
 * 8058's one click, and the button of the page. Neither reads a cookie.
 */
export const unsubscribeRoutes = (app: FastifyInstance, platform: RunningPlatform) =>
  app.register(async (routes) => {
    // Whatever a mail program sends as body says nothing that the token does not say.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    routes.get<UnsubscribeRoute>(`${UNSUBSCRIBE_PATH}:token`, (request, reply) => {
      const opened = readUnsubscribeToken(platform, request.params.token)
      if (!opened.ok) return sendRefusal(reply, opened.refusal.message)
      return sendPage(reply, {
        heading: '¿Dejar de recibir estos correos?',
        text: `Ya no te escribiremos ${nameOf(opened.value.unsubscribe)}. Los avisos siguen en Amparo.`,
        rest: '<form method="post"><button>Dejar de recibirlos</button></form>',
      })
    })
    routes.post<UnsubscribeRoute>(
      `${UNSUBSCRIBE_PATH}:token`,
      { bodyLimit: MAX_BODY_BYTES },
      async (request, reply) => {
        const stopped = await unsubscribe(platform, request.params.token)
        if (!stopped.ok) return sendRefusal(reply, stopped.refusal.message)
        return sendPage(reply, {
          heading: 'Listo',
          text: `Ya no te escribiremos ${nameOf(stopped.value.unsubscribe)}. Puedes cambiarlo cuando quieras.`,
          rest: SETTINGS_LINK,
        })
      },
    )
  })

const nameOf = (scope: MailScope) =>
  scope === 'all' ? 'correos sobre tus causas' : `correos de ${CATEGORY_NAMES[scope].toLowerCase()}`

const sendRefusal = (reply: FastifyReply, text: string) =>
  sendPage(reply.code(404), { heading: 'No podemos mostrar esta página', text, rest: SETTINGS_LINK })

const sendPage = (reply: FastifyReply, page: Parameters<typeof renderStaticPage>[0]) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `${MINIMAL_CSP.page}; form-action 'self'`)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(renderStaticPage(page))
