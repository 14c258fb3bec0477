import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { newerKeys } from '../../../tests/support/database/newer-keys.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { checkKeys, retireKey } from '../../platform/keys/keys-in-use.server.ts'
import { encryptSecrets } from './access/encrypt-secrets.server.ts'
import { decryptSecret, encryptSecret, newTotpSecret } from './codes.server.ts'
import { replaceSecret } from './store.server.ts'

const suite = useDatabase()
const newUser = async () => (await makeAccount(suite.platform.db)).id

/** Saves an encrypted secret in use. */
async function save(userId: string, sealed: string): Promise<void> {
  await suite.database.sql(
    `insert into totp_secrets (user_id, sealed, confirmed_at, last_step) values ($1, $2, app_now(), 7)
     on conflict (user_id) do update set sealed = excluded.sealed`,
    [userId, sealed],
  )
}
/** A secret as it was encrypted before migration 0055. */
async function oldSecret(userId?: string) {
  const id = userId ?? (await newUser())
  const secret = newTotpSecret()
  const sealed = suite.platform.sealer.seal({ userId: id, secret })
  await save(id, sealed)
  return { id, secret, sealed }
}
const rowOf = async (userId: string) => {
  const [row] = await suite.database.sql<{ sealed: string; sealed_with: string | null; last_step: string }>(
    'select sealed, sealed_with, last_step::text, confirmed_at is not null as confirmed from totp_secrets where user_id = $1',
    [userId],
  )
  if (!row) throw new Error('no secret')
  return row
}

describe('DAT-56 the secret of an application', () => {
  test('opens for its person; altered in any byte, cut, of somebody else or with another key it does not', async () => {
    const { platform } = suite
    const [owner, other] = [await newUser(), await newUser()]
    const sealed = await encryptSecret(platform, owner, 'JBSWY3DPEHPK3PXP')
    expect(await decryptSecret(platform, owner, sealed)).toBe('JBSWY3DPEHPK3PXP')
    await expect(decryptSecret(platform, other, sealed)).rejects.toThrow()
    const [keyId = '', text = ''] = sealed.split('.')
    const bytes = Buffer.from(text, 'base64url')
    const textOf = (content: Buffer) => `${keyId}.${content.toString('base64url')}`
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8((altered[at] as number) ^ 1, at)
      await expect(decryptSecret(platform, owner, textOf(altered)), `byte ${at}`).rejects.toThrow()
    }
    for (const length of [0, 1, 200, bytes.length - 20, bytes.length - 1])
      await expect(decryptSecret(platform, owner, textOf(bytes.subarray(0, length)))).rejects.toThrow()
    const newer = { ...platform, keys: await newerKeys() }
    const later = await encryptSecret(newer, owner, 'JBSWY3DPEHPK3PXP')
    expect(await decryptSecret(newer, owner, later)).toBe('JBSWY3DPEHPK3PXP')
    await expect(decryptSecret(platform, owner, later)).rejects.toThrow()
  })

  test('in the form before still opens, for its person only', async () => {
    const { id, secret, sealed } = await oldSecret()
    expect(await decryptSecret(suite.platform, id, sealed)).toBe(secret)
    await expect(decryptSecret(suite.platform, await newUser(), sealed)).rejects.toThrow('another person')
    await expect(decryptSecret(suite.platform, id, `${sealed.slice(0, -4)}AAAA`)).rejects.toThrow()
  })
})

describe('DAT-57 encrypting secrets again', () => {
  test('from the form before: nothing else changes, each once, over the limit of a batch', async () => {
    const { platform } = suite
    const all = await Promise.all(Array.from({ length: 205 }, () => oldSecret()))
    await Promise.all([encryptSecrets(platform), encryptSecrets(platform)])
    for (const { id, secret } of all) {
      const row = await rowOf(id)
      expect(row).toMatchObject({ sealed_with: platform.keys.current, last_step: '7', confirmed: true })
      expect(await decryptSecret(platform, id, row.sealed)).toBe(secret)
    }
    const before = await rowOf((all[0] as (typeof all)[0]).id)
    await encryptSecrets(platform)
    expect(await rowOf((all[0] as (typeof all)[0]).id)).toEqual(before)
  })

  test('what does not open stays, is logged, and stops no other', async () => {
    const pair = [await oldSecret(), await oldSecret()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const [broken, whole] = pair as [(typeof pair)[0], (typeof pair)[0]]
    await save(broken.id, 'AAAA')
    await encryptSecrets(suite.platform)
    expect(await rowOf(broken.id)).toMatchObject({ sealed: 'AAAA', sealed_with: null })
    expect((await rowOf(whole.id)).sealed_with).toBe(suite.platform.keys.current)
    expect(suite.database.log.filter(({ msg }) => msg === 'secret not encrypted')).toHaveLength(1)
    await suite.database.sql('delete from totp_secrets where user_id = $1', [broken.id])
  })

  test('a secret that is replaced or deleted meanwhile is not overwritten and does not come back', async () => {
    const { id, sealed } = await oldSecret()
    const newer = await oldSecret(id)
    await replaceSecret(suite.platform.db, id, { from: sealed, to: 'x' })
    expect((await rowOf(id)).sealed).toBe(newer.sealed)
    await suite.database.sql('delete from totp_secrets where user_id = $1', [id])
    await replaceSecret(suite.platform.db, id, { from: newer.sealed, to: 'x' })
    await expect(rowOf(id)).rejects.toThrow('no secret')
  })

  test('a text in the form before over a new one, as a process of the release before writes it, needs no key', async () => {
    const id = await newUser()
    await save(id, await encryptSecret(suite.platform, id, newTotpSecret()))
    expect((await rowOf(id)).sealed_with).toBe(suite.platform.keys.current)
    const { secret } = await oldSecret(id)
    expect((await rowOf(id)).sealed_with).toBeNull()
    await encryptSecrets(suite.platform)
    expect(await decryptSecret(suite.platform, id, (await rowOf(id)).sealed)).toBe(secret)
  })

  test('a new key encrypts all again; the old one retires only when no secret needs it', async () => {
    const { platform } = suite
    const old = platform.keys.current
    const id = await newUser()
    const secret = newTotpSecret()
    await save(id, await encryptSecret(platform, id, secret))
    const newer = { ...platform, keys: await newerKeys() }
    expect(await decryptSecret(newer, id, (await rowOf(id)).sealed)).toBe(secret)
    await expect(retireKey(platform.db, newer.keys, old)).rejects.toThrow('Todavía hay archivos o datos')
    await encryptSecrets(newer)
    const row = await rowOf(id)
    expect(row.sealed_with).toBe(newer.keys.current)
    expect(await decryptSecret(newer, id, row.sealed)).toBe(secret)
    await retireKey(platform.db, newer.keys, old)
    await expect(checkKeys(platform.db, platform.keys, 'el archivo')).rejects.toThrow(newer.keys.current)
  })
})
