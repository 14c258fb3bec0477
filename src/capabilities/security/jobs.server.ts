import { counted, type RetentionRule } from '../../platform/retention/retention.server.ts'
import { deleteExpiredChallenges, deleteExpiredPasskeyChallenges } from './store.server.ts'

/** DAT-38. */
export const securityRetention: readonly RetentionRule[] = [
  {
    name: 'sign-in-challenges',
    title: 'Entradas que esperan el segundo paso',
    period: 'Al vencer, diez minutos después de empezar',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredChallenges(tx, limit)),
  },
  {
    name: 'passkey-challenges',
    title: 'Usos de llaves de acceso por terminar',
    period: 'Al vencer, cinco minutos después de empezar',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredPasskeyChallenges(tx, limit)),
  },
]
