import { BASES, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'
import { DOCUMENT_NAMES } from './rules.ts'

/** What a person agreed to or withdrew (DAT-02). */
export const consentsData = {
  consent_movements: {
    title: 'Tus consentimientos',
    group: 'privacy',
    unit: ['registro', 'registros'],
    rows: { person: ['user_id'] },
    copiedAs: 'own',
    change: { label: 'Ver tus consentimientos', to: '/mis-datos#consentimientos' },
    purpose: 'Probar qué aceptaste o consentiste, con qué palabras, y cuándo lo retiraste',
    basis: BASES.consent,
    origin: 'Lo hiciste tú, con el botón que nombra cada registro',
    period: 'Mientras rija y 5 años más, o 5 años desde que eliminas tu cuenta',
    recipients: 'Solo Amparo',
    onDeparture: 'anonymised',
    columns: {
      id: INTERNAL,
      user_id: INTERNAL,
      subject_digest: {
        label: 'Huella de tu correo',
        purpose: 'Encontrar la prueba si reclamas después de eliminar tu cuenta',
        origin: 'Se calcula de tu correo cuando eliminas tu cuenta',
        export: { no: 'Existe solo después de eliminar la cuenta.' },
        onDeparture: 'digest',
      },
      left_at: {
        label: 'Cuándo se eliminó la cuenta',
        purpose: 'Saber desde cuándo se cuentan los cinco años',
        origin: 'Se anota cuando eliminas tu cuenta',
        export: { no: 'Existe solo después de eliminar la cuenta.' },
        onDeparture: 'anonymised',
      },
      kind: {
        label: 'Qué es',
        values: {
          terminos: DOCUMENT_NAMES.terminos,
          privacidad: DOCUMENT_NAMES.privacidad,
          datos_sensibles: 'Mostrar tu causa a abogados verificados',
          ia_externa: 'Analizar tu texto en otro servidor',
        },
      },
      version: 'Versión de las palabras',
      text_sha256: 'Huella de las palabras que viste',
      given: { label: 'Dado o retirado', values: { true: 'Dado', false: 'Retirado' } },
      case_id: 'Causa',
      screen: 'Dónde',
      at: 'Cuándo',
    },
  },
} satisfies DataTables
