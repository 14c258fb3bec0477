import {
  BASES,
  BOOKKEEPING,
  type DataTables,
  INTERNAL,
  OTHER_PERSON,
} from '../../platform/personal-data/inventory.ts'
import { FREQUENCY_LABELS } from './rules.ts'
import { CATEGORY_NAMES } from './schema.ts'

/** Notices, their e-mails and the choices about them (DAT-02). */
export const noticesData = {
  notices: {
    title: 'Avisos',
    group: 'notices',
    unit: ['aviso', 'avisos'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    change: { label: 'Preferencias de avisos', to: '/avisos/preferencias' },
    purpose: 'Contarte qué pasó en tus causas y conversaciones, aquí y por correo',
    basis: BASES.contract,
    origin: 'Se crean con lo que pasa en Amparo',
    period: 'Mientras tengas cuenta',
    recipients: 'Solo tú',
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      user_id: INTERNAL,
      kind: 'Tipo de aviso',
      key: INTERNAL,
      ref: INTERNAL,
      case_id: INTERNAL,
      actor_id: OTHER_PERSON,
      mail_state: {
        label: 'Correo del aviso',
        purpose: 'Enviarte cada correo una sola vez y saber si salió',
        values: {
          due: 'Por enviar',
          queued: 'Enviándose',
          sent: 'Enviado',
          dropped: 'No se envió: ya no hacía falta o no lo querías',
          failed: 'No se pudo enviar',
        },
      },
      mail_due_at: {
        label: 'Correo previsto para',
        purpose: 'Respetar las horas en que no quieres correos',
      },
      created_at: 'Fecha',
      seen_at: 'Visto',
      read_at: 'Abierto',
    },
  },
  notice_settings: {
    title: 'Preferencias de avisos',
    group: 'notices',
    unit: ['preferencia', 'preferencias'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    change: { label: 'Preferencias de avisos', to: '/avisos/preferencias' },
    purpose: 'Avisarte como tú elegiste: de qué, cuándo y con cuánto detalle',
    basis: BASES.contract,
    origin: 'Lo elegiste tú',
    period: 'Mientras tengas cuenta',
    recipients: 'Solo Amparo',
    onDeparture: 'deleted',
    columns: {
      user_id: INTERNAL,
      hidden_categories: { label: 'Avisos que no quieres ver', values: CATEGORY_NAMES },
      unmailed_categories: { label: 'Avisos sin correo', values: CATEGORY_NAMES },
      frequency: { label: 'Frecuencia de los correos', values: FREQUENCY_LABELS },
      quiet_from: 'Sin correos desde (minuto del día)',
      quiet_until: 'Sin correos hasta (minuto del día)',
      is_discreet: {
        ...BOOKKEEPING,
        purpose: 'Ninguno: lo que elegiste está en «Cómo contactarte»',
      },
      is_silent: { label: 'Sin correos sobre causas', sensitive: true },
      last_digest_on: { label: 'Último resumen', purpose: 'Enviar un solo resumen al día' },
      mail_failures: { ...BOOKKEEPING, purpose: 'Dejar de escribir a un correo que rechaza los mensajes' },
    },
  },
} satisfies DataTables
