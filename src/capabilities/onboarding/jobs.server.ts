import { counted, type RetentionRule } from '../../platform/retention/retention.server.ts'
import { deleteOldCodes, deleteOldGrants } from './store.server.ts'

/** DAT-38. */
export const onboardingRetention: readonly RetentionRule[] = [
  {
    name: 'email-codes',
    title: 'Códigos para confirmar el correo de un abogado',
    period: '1 hora después de vencer',
    seconds: 3_600,
    deleteBatch: async (tx, { limit }) => counted(await deleteOldCodes(tx, limit)),
  },
  {
    name: 'review-grants',
    title: 'Enlaces para revisar un perfil',
    period: 'Al vencer, si el perfil ya se decidió',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteOldGrants(tx, limit)),
  },
]
