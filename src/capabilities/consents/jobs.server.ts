import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import { deleteOld } from './store.server.ts'

/** DAT-38. What is in force stays: it is the proof. */
export const consentsRetention: readonly RetentionRule[] = [
  {
    name: 'consents',
    title: 'Consentimientos que ya no rigen, y los de cuentas eliminadas',
    period: '5 años después de que otro los reemplaza, o de eliminar la cuenta',
    seconds: days(5 * 365),
    deleteBatch: async (tx, { before, limit }) => counted(await deleteOld(tx, before, limit)),
  },
]
