import { createHash } from 'node:crypto'
import { openStoredFile } from '../../platform/files/stored-files.server.ts'
import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { deleteIdCard } from '../lawyers/commands.server.ts'
import { deleteOldFormerLawyers, listOldCards } from './store.server.ts'

/** Null when the file is missing, or does not open: then it goes all the same. */
async function sha256Of(platform: Platform, key: string): Promise<string | null> {
  try {
    const stream = await openStoredFile(platform, key)
    if (!stream) return null
    const hash = createHash('sha256')
    for await (const chunk of stream) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (err) {
    platform.log.error({ err }, 'ID card deleted without its hash: it does not open')
    return null
  }
}

const idCardRule = (
  outcome: 'verified' | 'returned',
  rule: Omit<RetentionRule, 'deleteBatch'>,
): RetentionRule => ({
  ...rule,
  batchRows: 10,
  async deleteBatch(tx, batch, platform) {
    const cards = await listOldCards(tx, outcome, batch)
    for (const card of cards) await deleteIdCard(tx, { ...card, sha256: await sha256Of(platform, card.key) })
    return { rows: cards.length, files: cards.length }
  },
})

/** DAT-38. */
export const verificationRetention: readonly RetentionRule[] = [
  idCardRule('verified', {
    name: 'id-cards-verified',
    title: 'Cédulas de abogados verificados (su huella SHA-256 queda)',
    period: '30 días después de la verificación',
    seconds: days(30),
  }),
  idCardRule('returned', {
    name: 'id-cards-returned',
    title: 'Cédulas de perfiles devueltos (su huella SHA-256 queda)',
    period: '180 días después de la devolución',
    seconds: days(180),
  }),
  {
    name: 'former-lawyers',
    title: 'Decisiones sobre abogados que eliminaron su cuenta',
    period: '5 años después de eliminar la cuenta',
    seconds: days(5 * 365),
    deleteBatch: async (tx, { before, limit }) => counted(await deleteOldFormerLawyers(tx, before, limit)),
  },
]
