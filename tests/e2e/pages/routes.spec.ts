import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import type { AccountAttributes } from '../../../src/demo-data/accounts.ts'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { newClientAddress } from '../../support/network/http-client.ts'
import { test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

// What the server answers for each route, without a browser: the page itself, or the redirect of its guard.

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const VISITOR = null
const CLIENT: AccountAttributes = { role: 'client' }
const lawyer = (
  verificationStatus: NonNullable<AccountAttributes['verificationStatus']>,
): AccountAttributes => ({
  role: 'lawyer',
  verificationStatus,
})
const ADMIN: AccountAttributes = { role: 'admin' }

/** `shows` is the page's first heading, or the path that its guard redirects to. */
const ROWS: [ids: string, path: string, who: AccountAttributes | null, shows: string][] = [
  ['ROU-01', '/', VISITOR, 'Encuentra al abogado que necesitas, sin complicaciones'],
  ['ROU-02', '/login', VISITOR, 'Iniciar Sesión'],
  ['ROU-02', '/register', VISITOR, 'Crear cuenta'],
  ['ROU-41', '/login', CLIENT, '/dashboard'],
  ['ROU-41', '/register', CLIENT, '/dashboard'],
  ['ROU-25', '/dashboard', VISITOR, '/login'],
  ['ROU-04', '/dashboard', CLIENT, 'Panel de Cliente'],
  ['ROU-04', '/dashboard', lawyer('verified'), 'Panel de Abogado'],
  ['ROU-27', '/dashboard', lawyer('profile_pending'), '/create-lawyer-profile'],
  ['ROU-07', '/chat', CLIENT, 'Chat'],
  ['SEG-56', '/avisos', CLIENT, 'Avisos'],
  ['SEG-56', '/avisos', VISITOR, '/login'],
  ['OPEN-03', '/avisos', ADMIN, '/admin-dashboard'],
  ['SEG-28', '/tareas', CLIENT, 'Tus tareas'],
  ['SEG-28', '/tareas', VISITOR, '/login'],
  ['SEG-28', '/tareas', ADMIN, '/admin-dashboard'],
  ['SEG-59', '/avisos/preferencias', CLIENT, 'Preferencias de avisos'],
  ['SEG-59', '/avisos/preferencias', VISITOR, '/login'],
  ['OPEN-03', '/avisos/preferencias', ADMIN, '/admin-dashboard'],
  ['DAT-03', '/mis-datos', CLIENT, 'Tus datos'],
  ['DAT-03', '/mis-datos', lawyer('email_pending'), 'Tus datos'],
  ['DAT-03', '/mis-datos', ADMIN, 'Tus datos'],
  ['DAT-03', '/mis-datos', VISITOR, '/login'],
  ['DAT-10', '/mis-datos/solicitud', CLIENT, '¿Qué quieres pedir?'],
  ['DAT-10', '/mis-datos/solicitud', lawyer('email_pending'), '¿Qué quieres pedir?'],
  ['DAT-10', '/mis-datos/solicitud', VISITOR, '/login'],
  ['DAT-14', `/mis-datos/solicitud/${UNKNOWN_ID}`, VISITOR, '/login'],
  ['DAT-60', '/admin/solicitudes', ADMIN, 'Solicitudes de datos'],
  ['DAT-60', '/admin/solicitudes', CLIENT, '/'],
  ['DAT-60', '/admin/solicitudes', VISITOR, '/login'],
  ['DAT-69', '/admin/reportes', ADMIN, 'Reportes'],
  ['DAT-69', '/admin/reportes', CLIENT, '/'],
  ['DAT-69', '/admin/reportes', VISITOR, '/login'],
  ['DAT-65', '/reportes', CLIENT, 'Tus reportes'],
  ['DAT-65', '/reportes', VISITOR, '/login'],
  ['OPEN-03', '/reportes', ADMIN, '/admin-dashboard'],
  ['DAT-72', '/cuenta-suspendida', CLIENT, 'Tu cuenta no está suspendida'],
  ['DAT-72', '/cuenta-suspendida', VISITOR, '/login'],
  ['DAT-73', '/normas', VISITOR, 'Cómo cuidamos la comunidad'],
  ['ROU-08', '/edit-profile', CLIENT, 'Editar perfil'],
  ['DAT-53', '/seguridad', CLIENT, 'Seguridad de tu cuenta'],
  ['DAT-53', '/seguridad', VISITOR, '/login'],
  ['DAT-59', '/admin/personas', ADMIN, 'Personas'],
  ['DAT-59', '/admin/personas', CLIENT, '/'],
  ['DAT-59', '/admin/personas', VISITOR, '/login'],
  ['DAT-59', '/admin/registro', ADMIN, 'Registro'],
  ['DAT-59', '/admin/registro', CLIENT, '/'],
  ['DAT-59', '/admin/retencion', ADMIN, 'Retención'],
  ['DAT-59', '/admin/retencion', VISITOR, '/login'],
  ['DAT-50', '/recuperar-acceso', VISITOR, 'Perdí mi segundo paso'],
  ['DAT-55', '/cambio-de-correo', VISITOR, '¿Cambiaste tu correo?'],
  ['DAT-54', '/no-fui-yo', VISITOR, '¿No fuiste tú?'],
  ['DAT-23', '/solicitud-de-datos', VISITOR, 'Pide por tus datos'],
  ['DAT-23', '/solicitud-de-datos', CLIENT, 'Pide por tus datos'],
  ['DAT-25', '/solicitud-de-datos/seguimiento', VISITOR, 'Tu solicitud'],
  ['DAT-48', '/segundo-paso', VISITOR, '/login'],
  ['DAT-48', '/segundo-paso', CLIENT, '/dashboard'],
  ['ROU-08', '/edit-lawyer-profile', lawyer('verified'), 'Editar Perfil Profesional'],
  ['ROU-41', '/edit-lawyer-profile', VISITOR, '/login'],
  ['ROU-09', `/interview/${UNKNOWN_ID}`, CLIENT, 'Entrevista inicial'],
  ['ROU-41', `/interview/${UNKNOWN_ID}`, VISITOR, '/login'],
  ['ROU-10', '/create-lawyer-profile', lawyer('profile_pending'), 'Información Personal'],
  ['ROU-11', `/verify-profile/${UNKNOWN_ID}`, ADMIN, 'Verificación de abogado'],
  ['ROU-12', '/submit-case', CLIENT, 'Ingresa tu Causa'],
  ['ROU-40', '/submit-case', VISITOR, '/login'],
  ['ROU-41', '/submit-case', lawyer('verified'), '/dashboard'],
  ['ROU-14', '/subscriptions', VISITOR, 'Planes de Suscripción'],
  ['ROU-15', '/casos-recientes', lawyer('verified'), 'Acceso Exclusivo para Suscriptores'],
  ['ROU-41', '/casos-recientes', VISITOR, '/login'],
  ['ROU-16', '/email-verification', VISITOR, 'Falta el código de verificación'],
  ['ROU-17', '/onboarding/verify-email', lawyer('email_pending'), 'Verifica tu correo'],
  ['ROU-17', '/onboarding/pending-review', lawyer('admin_pending'), 'Tu perfil está en revisión'],
  ['ROU-41', '/onboarding/verify-email', VISITOR, '/login'],
  ['ROU-41', '/onboarding/pending-review', CLIENT, '/dashboard'],
  ['PLZ-42', '/plazos', VISITOR, 'Plazos legales frecuentes'],
  ['help', '/ayuda', VISITOR, 'Ayuda'],
  ['PLZ-75', '/ayuda-gratuita', VISITOR, 'Ayuda gratuita'],
  ['PLZ-75', '/ayuda-gratuita?comuna=narnia&especialidad=%00', CLIENT, 'Ayuda gratuita'],
  ['ROU-18', '/terminos', VISITOR, 'Términos y Condiciones'],
  ['ROU-18', '/privacidad', VISITOR, 'Política de Privacidad'],
  ['DAT-32', '/privacidad/versiones', VISITOR, 'Versiones de nuestros documentos'],
  ['DAT-32', '/privacidad/versiones/privacidad-2025-07-02', VISITOR, 'Política de Privacidad'],
  ['ROU-19', '/buscar-abogados', VISITOR, 'Encuentra tu Abogado Ideal'],
  ['ROU-20', '/buscar-ia', VISITOR, 'Búsqueda Inteligente'],
  ['ROU-21', '/find-colleagues', lawyer('verified'), 'Buscar Colegas'],
  ['ROU-41', '/no-existe', VISITOR, 'Página no encontrada'],
]

/** @returns the first heading, or the path of the redirect */
async function shownAt(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.get(path, { maxRedirects: 0 })
  const { location } = answer.headers()
  if (location) return new URL(location, 'http://amparo.test').pathname
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text()) ?? []
  return heading.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'")
}

test('ROU-01, ROU-02, ROU-04, ROU-07 to ROU-12, ROU-14 to ROU-21, ROU-25, ROU-27, ROU-40, ROU-41, GEN-01, GEN-06 every route shows its page to the users it is for, in Spanish', async ({
  playwright,
  app,
  makeAccount,
}) => {
  const sessions = new Map<AccountAttributes | null, APIRequestContext>()
  for (const [, , who] of ROWS) {
    const known = [...sessions.keys()].find((one) => JSON.stringify(one) === JSON.stringify(who))
    if (known !== undefined) continue
    const request = await playwright.request.newContext({
      baseURL: app.url,
      extraHTTPHeaders: { 'x-forwarded-for': newClientAddress(), origin: app.url },
    })
    if (who) {
      const { email, password } = await makeAccount(who)
      const answer = await request.post('/api/accounts/login', { data: { email, password } })
      expect(answer.status()).toBe(200)
    }
    sessions.set(who, request)
  }
  const requestOf = (who: AccountAttributes | null) =>
    [...sessions].find(([one]) => JSON.stringify(one) === JSON.stringify(who))?.[1]
  const found: string[] = []
  for (const [ids, path, who] of ROWS) {
    const request = requestOf(who)
    if (request) found.push(`${ids} ${path} ${JSON.stringify(who)}: ${await shownAt(request, path)}`)
  }
  expect(found).toEqual(
    ROWS.map(([ids, path, who, shows]) => `${ids} ${path} ${JSON.stringify(who)}: ${shows}`),
  )
  const home = await (await requestOf(VISITOR)?.get('/'))?.text()
  expect(home).toMatch(/<html[^>]* lang="es-CL"/)
  for (const request of sessions.values()) await request.dispose()
})

test('GEN-07 the client scripts contain no key and no secret of the server', () => {
  const folder = 'build/client/assets'
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const leaking = scripts.filter((name) =>
    /SESSION_SECRET|DATABASE_URL|S3_SECRET|SMTP_|service_role/.test(
      readFileSync(`${folder}/${name}`, 'utf8'),
    ),
  )
  expect(leaking).toEqual([])
})

test('ROU-13, ROU-35, SEG-02 /case/{id} and its history show the case to its client and its lawyer', async ({
  parties,
  pageAs,
  database,
}) => {
  const { caseId } = await makeActiveCase(database.platform, {
    clientId: parties.client.id,
    lawyerId: parties.lawyer.id,
  })
  for (const person of [parties.client, parties.lawyer]) {
    const page = await pageAs(person)
    await page.goto(`/case/${caseId}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Consulta con / })).toBeVisible()
    await page.goto(`/case/${caseId}/historia`)
    await expect(page.getByRole('heading', { level: 1, name: 'Historial' })).toBeVisible()
  }
})
