import { BASES, type DataTables, INTERNAL, SECRET } from '../../platform/personal-data/inventory.ts'

/** What is remembered of lawyers without an account (DAT-02). */
export const verificationData = {
  former_lawyers: {
    title: 'Decisiones sobre cuentas anteriores',
    group: 'verification',
    unit: ['cuenta anterior', 'cuentas anteriores'],
    roles: ['lawyer'],
    rows: { digest: 'rut_digest' },
    copiedAs: 'own',
    purpose: 'Que quien verifica sepa qué se decidió antes sobre el mismo RUT',
    basis: BASES.legitimateInterest,
    origin: 'Se resume al eliminar la cuenta de un abogado',
    period: 'Cinco años desde que se elimina la cuenta',
    recipients: 'Las personas de nuestro equipo que verifican abogados',
    export: { no: 'Está bajo un resumen cifrado: solo se encuentra con el RUT de una cuenta nueva.' },
    onDeparture: 'digest',
    columns: {
      id: INTERNAL,
      rut_digest: SECRET,
      left_at: 'Cuenta eliminada',
      review_count: 'Número de reseñas que tenía',
      rating_sum: 'Suma de estrellas que tenía',
      decisions: 'Decisiones y observaciones',
    },
  },
} satisfies DataTables
