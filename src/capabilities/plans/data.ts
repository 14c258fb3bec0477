import { BASES, type DataTables, INTERNAL, SECRET } from '../../platform/personal-data/inventory.ts'
import { PLAN_WORDS } from '../lawyers/data.ts'

/** Plans, and the ledger of credits (DAT-02). */
export const plansData = {
  plans: {
    technical: 'Los planes son los mismos para todos.',
    columns: ['credits', 'features', 'id', 'name', 'price', 'rank'],
  },
  credit_movements: {
    title: 'Movimientos de créditos',
    group: 'plan',
    unit: ['movimiento', 'movimientos'],
    roles: ['lawyer'],
    rows: { person: ['lawyer_id'] },
    copiedAs: 'own',
    change: { label: 'Planes', to: '/subscriptions' },
    purpose: 'Que tu saldo de créditos se pueda comprobar movimiento por movimiento',
    basis: BASES.contract,
    origin: 'Se anotan al tomar un plan y al iniciar una conversación desde el mercado',
    period: 'Mientras tengas cuenta',
    recipients: 'Solo tú',
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      lawyer_id: INTERNAL,
      kind: {
        label: 'Movimiento',
        values: {
          grant: 'Créditos del plan',
          spend: 'Chat iniciado desde el mercado',
          expire: 'Fin de los créditos del plan',
          refund: 'Crédito devuelto',
        },
      },
      amount: 'Cantidad',
      balance_after: 'Saldo después',
      plan: { label: 'Plan', values: PLAN_WORDS },
      chat_id: INTERNAL,
      case_id: INTERNAL,
      created_at: 'Fecha',
    },
  },
  former_grants: {
    title: 'Planes de cuentas anteriores',
    group: 'plan',
    unit: ['plan anterior', 'planes anteriores'],
    roles: ['lawyer'],
    rows: { digest: 'rut_digest' },
    copiedAs: 'own',
    purpose: 'No entregar dos veces los créditos de un plan a quien crea otra cuenta',
    basis: BASES.legitimateInterest,
    origin: 'Se resume al eliminar la cuenta de un abogado',
    period: '30 días desde que se entregaron los créditos',
    recipients: 'Solo Amparo',
    export: { no: 'Está bajo un resumen cifrado: no se puede saber de quién es.' },
    onDeparture: 'digest',
    columns: { rut_digest: SECRET, plan: 'Plan anterior', granted_at: 'Créditos entregados' },
  },
} satisfies DataTables
