import { BASES, BOOKKEEPING, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'

/** What the search finds lawyers by (DAT-02). */
export const searchData = {
  lawyer_listing: {
    title: 'Tu lugar en las búsquedas',
    group: 'professional',
    unit: ['ficha', 'fichas'],
    roles: ['lawyer'],
    rows: { person: ['id'] },
    copiedAs: 'own',
    purpose:
      'Encontrar y ordenar rápido a los abogados verificados: plan, calificación, reseñas y experiencia',
    basis: BASES.contract,
    origin: 'Se calcula de tu perfil',
    period: 'Mientras estés verificado',
    recipients: 'Cualquiera que busque abogados',
    export: { no: 'Es una segunda forma de tu perfil, que ya va en tu copia.' },
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      name: 'Nombre sin tildes',
      specialties: 'Especialidades',
      commune: 'Comuna',
      experience: 'Experiencia',
      price: 'Precio',
      grade: BOOKKEEPING,
      tie: BOOKKEEPING,
    },
  },
} satisfies DataTables
