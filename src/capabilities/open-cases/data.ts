import { BASES, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'

/** «¿Sigues buscando abogado?» (DAT-02). */
export const openCasesData = {
  open_case_questions: {
    title: 'Preguntas sobre causas abiertas',
    group: 'cases',
    unit: ['pregunta', 'preguntas'],
    roles: ['client'],
    rows: { via: { column: 'case_id', table: 'cases', key: 'id' } },
    copiedAs: 'own',
    purpose: 'Preguntarte una sola vez si todavía buscas abogado',
    basis: BASES.contract,
    origin: 'Se anota al preguntarte',
    period: 'Mientras exista la causa',
    recipients: 'Solo tú',
    onDeparture: 'kept',
    columns: {
      case_id: INTERNAL,
      days: 'Días publicada',
      published_at: 'Causa publicada',
      asked_at: 'Preguntado',
      answered_at: 'Respondido',
    },
  },
} satisfies DataTables
