import { BASES, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'
import { CALL_LABELS, MAIL_LABELS } from './rules.ts'

const FOR_LAWYERS = { recipients: 'Los abogados con quienes conversas' }

/** How somebody is contacted without danger (DAT-02). */
export const safeContactData = {
  contact_choices: {
    title: 'Cómo contactarte',
    group: 'notices',
    unit: ['preferencia de contacto', 'preferencias de contacto'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    change: { label: 'Editar perfil', to: '/edit-profile' },
    purpose: 'Escribirte y llamarte sin ponerte en riesgo',
    basis: BASES.contract,
    origin: 'Lo elegiste tú; los correos discretos parten activados si ingresas una causa de violencia',
    period: 'Mientras tengas cuenta',
    recipients: 'Solo Amparo',
    onDeparture: 'deleted',
    columns: {
      user_id: INTERNAL,
      mail: { label: 'Correos', values: MAIL_LABELS, sensitive: true },
      calls: { ...FOR_LAWYERS, label: 'Llamadas', values: CALL_LABELS, sensitive: true },
      hours: { ...FOR_LAWYERS, label: 'Horario para llamarte', sensitive: true },
      note: { ...FOR_LAWYERS, label: 'Algo que tu abogado debe saber', sensitive: true },
      updated_at: 'Último cambio',
    },
  },
} satisfies DataTables
