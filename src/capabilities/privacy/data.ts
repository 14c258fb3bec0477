import { BASES, type DataTables, INTERNAL } from '../../platform/personal-data/register.ts'

/** Copies of a person's data (DAT-02). */
export const privacyData = {
  data_copies: {
    title: 'Copias de tus datos',
    group: 'privacy',
    unit: ['copia', 'copias'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    purpose: 'Entregarte una copia de tus datos y saber cuántas pediste hoy',
    basis: BASES.rights,
    origin: 'Se anota cuando pides una copia',
    period: 'La copia, siete días; que la pediste, mientras tengas cuenta',
    recipients: 'Solo tú',
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      user_id: INTERNAL,
      email: { label: 'Correo al pedirla', purpose: 'Destruir la copia si cambias de correo' },
      state: 'Estado',
      requested_at: 'Pedida',
      ready_at: 'Lista',
      expires_at: 'Vence',
      missing_files: 'Archivos que faltaron',
      bytes: 'Tamaño',
      file_keys: { ...INTERNAL, label: 'Archivos de la copia' },
    },
  },
} satisfies DataTables
