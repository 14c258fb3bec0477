import { BASES, type DataTables, INTERNAL, OTHER_PERSON } from '../../platform/personal-data/inventory.ts'
import { STATUS_LABELS } from './schema.ts'

/** Fee proposals (DAT-02). */
export const proposalsData = {
  proposals: {
    title: 'Propuestas',
    group: 'proposals',
    unit: ['propuesta', 'propuestas'],
    rows: { via: { column: 'chat_id', table: 'chats', key: 'id' } },
    copiedAs: 'own',
    change: { label: 'Ver tus conversaciones', to: '/chat' },
    purpose: 'Que cliente y abogado acuerden qué se hará y por cuánto',
    basis: BASES.contract,
    origin: 'Las escribe el abogado',
    period: 'Mientras una de las partes tenga cuenta; sin decidir, hasta que una la elimine',
    recipients: 'Solo las dos partes',
    onDeparture: 'kept',
    columns: {
      id: INTERNAL,
      chat_id: INTERNAL,
      case_id: INTERNAL,
      creator_id: OTHER_PERSON,
      summary: { label: 'Resumen', sensitive: true },
      fee: 'Honorarios',
      deadline: 'Plazo',
      conditions: 'Condiciones',
      status: { label: 'Estado', values: STATUS_LABELS },
      version: 'Versión',
      created_at: 'Enviada',
      decided_at: 'Decidida',
    },
  },
} satisfies DataTables
