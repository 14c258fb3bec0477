import {
  BASES,
  type DataTables,
  INTERNAL,
  OTHER_PERSON,
  SECRET,
} from '../../platform/personal-data/inventory.ts'

/** Reviews of lawyers (DAT-02). */
export const reviewsData = {
  reviews: {
    title: 'Reseñas',
    group: 'reviews',
    unit: ['reseña', 'reseñas'],
    rows: { person: ['client_id', 'lawyer_id'] },
    copiedAs: 'shown',
    purpose: 'Que otras personas sepan cómo trabaja un abogado',
    basis: BASES.contract,
    origin: 'La escribe el cliente de una causa con propuesta aceptada',
    period: 'Mientras el abogado tenga cuenta; publicada, queda sin el nombre de quien la escribió',
    recipients:
      'Cualquiera que vea el perfil: tu primer nombre e inicial; sin confirmar tu correo, solo el abogado',
    sensitive: true,
    onDeparture: 'kept',
    columns: {
      id: INTERNAL,
      lawyer_id: { ...OTHER_PERSON, onDeparture: 'deleted' },
      client_id: OTHER_PERSON,
      case_id: INTERNAL,
      rating: { label: 'Estrellas', sensitive: false },
      comment: 'Comentario',
      created_at: { label: 'Escrita', sensitive: false },
      updated_at: { label: 'Último cambio', sensitive: false },
      published_at: { label: 'Publicada', sensitive: false },
      hidden_at: { label: 'Oculta desde', sensitive: false },
      text_blocked_at: {
        label: 'En revisión desde',
        purpose: 'No mostrar el texto de una reseña mientras dure un bloqueo',
        basis: BASES.rights,
        origin: 'Se anota al recibir una solicitud de quien la escribió o del abogado',
        recipients: 'Cualquiera que vea el perfil',
        sensitive: false,
      },
      hidden_reason: {
        label: 'Motivo para ocultarla',
        purpose: 'Recordar por qué el operador ocultó una reseña',
        origin: 'Lo escribió el operador de Amparo',
        recipients: 'Solo Amparo',
        basis: BASES.legitimateInterest,
        sensitive: false,
        export: { no: 'Es una nota del operador; la puedes pedir con una solicitud.' },
      },
      author_digest: {
        ...SECRET,
        label: 'Resumen cifrado del correo',
        purpose: 'Que la misma persona no opine dos veces con otra cuenta',
        onDeparture: 'digest',
      },
    },
  },
} satisfies DataTables
