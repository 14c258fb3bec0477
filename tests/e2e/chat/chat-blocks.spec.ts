import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { composer } from './chat-page.ts'

test('DAT-68 a client blocks a lawyer on a phone: nobody writes, both read, and «Desbloquear» undoes it', async ({
  parties,
  pageAs,
}) => {
  const [client, lawyer] = [await pageAs(parties.client), await pageAs(parties.lawyer)]
  await client.setViewportSize({ width: 390, height: 844 })
  await openChat(client, LAWYER_NAME)
  await openChat(lawyer, CLIENT_NAME)
  await expect(composer(client)).toBeVisible()
  await client.getByRole('button', { name: /^Bloquear a / }).press('Enter')
  const dialog = client.getByRole('dialog', { name: /^Bloquear a / })
  await expect(dialog).toContainText(
    'No podrá escribirte ni enviarte propuestas. Ambos pueden seguir leyendo.',
  )
  await expect(dialog).toContainText('La causa y sus documentos siguen disponibles.')
  await expectAccessible(client)
  await client.route('**/api/rpc/chat/writeBlock', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await expect(dialog).toContainText('No hay conexión con Amparo.')
  await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await expect(client.getByText(/^Bloqueaste a /)).toBeVisible()
  await expect(composer(client)).toHaveCount(0)
  await expectAccessible(client)

  await composer(lawyer).fill('¿Sigue ahí?')
  await composer(lawyer).press('Enter')
  await expect(lawyer.getByText('No puedes escribir en esta conversación.').first()).toBeVisible()

  await client.getByRole('button', { name: 'Desbloquear' }).click()
  await expect(composer(client)).toBeVisible()
  await expect(client.getByText(/^Bloqueaste a /)).toHaveCount(0)
})
