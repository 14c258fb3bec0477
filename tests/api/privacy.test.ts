import { expect, test } from 'vitest'
import { caseSentence, PUBLISH_BUTTON, REGISTER_SENTENCE } from '../../src/capabilities/consents/rules.ts'
import { hideContactData } from '../../src/chile/contact-data.ts'
import { makeChat } from '../../src/demo-data/conversations.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { useAppProcesses } from '../support/app/suite.ts'

const suite = useAppProcesses()

/** Returns the text of a page as a user reads it. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')

const read = async (path: string) => {
  const answer = await suite.visitor().get(path)
  expect(answer.status).toBe(200)
  return wordsOf(answer.text)
}

test('STA-04, OPEN-29: the annex and the original text have their own dates', async () => {
  const words = await read('/privacidad')
  expect(words).toContain('Última actualización: 2 de julio de 2025')
  expect(words).toContain('Anexo del 28 de noviembre de 2026')
})

test('OPEN-29, B4, DAT-28, DAT-29: the consent texts are the ones that the privacy page quotes', async () => {
  const words = await read('/privacidad')
  expect(words).toContain(`«Registrarse»: ${REGISTER_SENTENCE}`)
  expect(words).toContain(
    `«Enviar y Buscar Abogados»: ${caseSentence(PUBLISH_BUTTON, { hasChildren: true })}`,
  )
  expect(await read('/register')).toContain(REGISTER_SENTENCE)
})

test('OPEN-29, OPEN-50: the data that the privacy page calls hidden in an open case is hidden', async () => {
  expect(await read('/privacidad')).toContain(
    'los RUT, teléfonos, correos, enlaces y direcciones que reconocemos',
  )
  for (const text of ['12.345.678-5', '912345678', 'ana@correo.cl', 'www.ana.cl', 'Av. Matta 1234'])
    expect(hideContactData(text)).toBe('[dato oculto]')
})

test('OPEN-58, B4: messages stay unchanged after account deletion, as the page says', async () => {
  const words = await read('/privacidad')
  expect(words).toContain('el texto de tus mensajes, tu causa y tus documentos queda tal cual')
  expect(words).toContain('Los mensajes no se pueden eliminar uno por uno.')
  const client = await suite.member({ name: 'Xenobia Quintul' })
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const written = 'Soy Xenobia, fono +56 9 8765 4321, correo xenobia@correo.cl'
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const chatId = await makeChat(suite.platform, parties, [['client', written]])
  expect((await client.post('/api/departure/delete-account', { password: client.password })).status).toBe(200)
  const { text } = await lawyer.rpc('chat.messages', { chatId })
  expect(text).toContain(written)
})

test('OPEN-29, OPEN-52: the page mentions a language model only if one is configured', async () => {
  const named = 'Con un modelo de lenguaje externo: lo que escribes en la búsqueda'
  expect(await read('/privacidad')).not.toContain(named)
  const app = await startAppProcess({
    databaseUrl: suite.database.url,
    env: { LLM_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'prueba-1' },
  })
  try {
    const page = await fetch(new URL('/privacidad', app.url))
    expect(wordsOf(await page.text())).toContain(named)
  } finally {
    await app.stop()
  }
})
