import { BASES, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'

/** Texts that a lawyer inserts into messages (DAT-02). */
export const quickRepliesData = {
  quick_replies: {
    title: 'Respuestas rápidas',
    group: 'messages',
    unit: ['respuesta rápida', 'respuestas rápidas'],
    roles: ['lawyer'],
    rows: { person: ['lawyer_id'] },
    copiedAs: 'own',
    change: { label: 'Ver tus conversaciones', to: '/chat' },
    purpose: 'Que no tengas que escribir dos veces lo mismo',
    basis: BASES.contract,
    origin: 'Las escribiste tú',
    period: 'Hasta que las borres o elimines tu cuenta',
    recipients: 'Solo tú',
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      lawyer_id: INTERNAL,
      title: 'Título',
      body: 'Texto',
      created_at: 'Creada',
    },
  },
} satisfies DataTables
