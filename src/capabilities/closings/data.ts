import { BASES, type DataTables, INTERNAL, OTHER_PERSON } from '../../platform/personal-data/inventory.ts'

/** How cases ended (DAT-02). */
export const closingsData = {
  case_closings: {
    title: 'Cierres de causas',
    group: 'proposals',
    unit: ['cierre', 'cierres'],
    rows: { via: { column: 'case_id', table: 'cases', key: 'id' } },
    copiedAs: 'own',
    purpose: 'Dejar escrito cómo terminó la causa y qué queda por hacer',
    basis: BASES.contract,
    origin: 'Lo escribe el abogado; el cliente puede no estar de acuerdo',
    period: 'Mientras exista la causa',
    recipients: 'Las dos partes de la causa',
    sensitive: true,
    onDeparture: 'kept',
    columns: {
      id: INTERNAL,
      case_id: INTERNAL,
      closer_id: OTHER_PERSON,
      outcome: 'Resultado',
      body: 'Qué se hizo',
      remaining: 'Qué queda por hacer',
      closed_at: { label: 'Cerrada', sensitive: false },
      objected_at: { label: 'Desacuerdo del cliente', sensitive: false },
      objection: 'Motivo del desacuerdo',
      requested_at: { label: 'Reapertura pedida', sensitive: false },
      request: 'Motivo para reabrir',
      declined_at: { label: 'Reapertura rechazada', sensitive: false },
      decline_reason: 'Motivo del rechazo',
      reopened_at: { label: 'Reabierta', sensitive: false },
      reopening_reason: 'Por qué se reabrió',
    },
  },
} satisfies DataTables
