import {
  BASES,
  BOOKKEEPING,
  type DataTables,
  INTERNAL,
  SECRET,
} from '../../platform/personal-data/inventory.ts'

/** The address of a person's calendar (DAT-02). */
export const calendarData = {
  calendar_feeds: {
    title: 'Dirección de tu calendario',
    group: 'tasks',
    unit: ['dirección', 'direcciones'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    change: { label: 'Cambiarla en tus tareas', to: '/tareas' },
    purpose: 'Que tu calendario muestre lo que vence, solo a quien tiene la dirección',
    basis: BASES.contract,
    origin: 'La creaste en tus tareas',
    period: 'Hasta que la revoques o elimines tu cuenta',
    recipients: 'El programa de calendario en que la pusiste',
    onDeparture: 'deleted',
    columns: {
      user_id: INTERNAL,
      token_digest: SECRET,
      with_names: 'Con nombres de causas',
      revision: BOOKKEEPING,
      changed_at: 'Último cambio',
      created_at: 'Creada',
    },
  },
} satisfies DataTables
