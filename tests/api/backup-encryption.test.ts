import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import {
  closeInstallations,
  externalSettings,
  newFolder,
  openInstallation,
  runCommand,
} from '../support/app/installations.ts'
import { testKeysFile } from '../support/database/test-database.ts'
import { readFileOf, storeFile } from '../support/files/test-files.ts'

closeInstallations()

describe('DAT-57 backups and keys', () => {
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  const identityFile = (identity: string) => {
    const file = path.join(newFolder('identity'), 'identity.txt')
    writeFileSync(file, `# created: today\n${identity}\n`)
    return file
  }

  test('DAT-58 an encrypted backup shows nothing, opens with its identity only, and never has the keys of the files', async () => {
    const source = await externalSettings()
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const env = {
      ...source.env,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      ENCRYPTION_KEYS_FILE: testKeysFile(),
    }
    const running = await openInstallation({ ...source, env })
    const { id } = await makeAccount(running.platform.db, { role: 'lawyer', name: 'Nombre Secretísimo' })
    const card = await storeFile(running.platform, { bucket: 'identidad', ownerId: id })
    const copies = newFolder('copies')
    const made = await runCommand({ ...source, env }, 'backup', copies)
    expect(made.code, made.output).toBe(0)
    await running.close()
    const [name = ''] = readdirSync(copies)
    const folder = path.join(copies, name)
    const secret = readFileSync(testKeysFile(), 'utf8').trim().split(' ').at(-1) ?? 'none'
    for (const file of filesIn(folder)) {
      expect(file).toMatch(/(\d{8}|index)\.age$/)
      const content = readFileSync(file)
      expect(content.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
      for (const word of ['Secret', card, secret, '%PDF']) expect(content.includes(word)).toBe(false)
    }
    const target = await externalSettings()
    const restore = (...more: string[]) => runCommand(target, 'restore', folder, ...more)
    expect(await restore()).toEqual({ code: 1, output: expect.stringContaining('La copia está cifrada') })
    expect(await restore('--identity', identityFile(other))).toEqual({
      code: 1,
      output: expect.stringContaining('no abre esta copia'),
    })
    const right = ['--identity', identityFile(identity)]
    expect(await restore('--check', ...right)).toMatchObject({ code: 0 })
    expect(await restore(...right)).toMatchObject({ code: 0 })
    // Nothing of the backup is left in clear.
    expect(readdirSync(tmpdir()).filter((one) => one.startsWith('amparo-restore-'))).toEqual([])
    // Without the key of its files the restored installation does not start, and says which one is missing.
    const otherKeys = { ...target.env, ENCRYPTION_KEYS_FILE: path.join(newFolder('keys'), 'keys') }
    expect(await runCommand({ ...target, env: otherKeys }, 'keys:new')).toMatchObject({ code: 0 })
    await expect(openInstallation({ ...target, env: otherKeys })).rejects.toThrow('la clave de cifrado k')
    const restored = await openInstallation({
      ...target,
      env: { ...target.env, ENCRYPTION_KEYS_FILE: testKeysFile() },
    })
    expect((await readFileOf(restored.platform, card)).includes('%PDF')).toBe(true)
    await restored.close()
    // A flipped byte is refused.
    const first = path.join(folder, '00000001.age')
    const bytes = readFileSync(first)
    bytes.writeUInt8((bytes.at(-3) as number) ^ 1, bytes.length - 3)
    writeFileSync(first, bytes)
    expect(await restore('--check', ...right)).toEqual({ code: 1, output: expect.stringContaining('dañada') })
  })
})
