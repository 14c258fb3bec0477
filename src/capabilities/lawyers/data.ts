import { BASES, BOOKKEEPING, type DataTables, INTERNAL } from '../../platform/personal-data/inventory.ts'
import { VERIFICATION_WORDS } from '../accounts/data.ts'

/** As PLAN_NAMES, which the slice plans has for its screens. */
export const PLAN_WORDS = {
  gratis: 'Gratis',
  basico: 'Básico',
  intermedio: 'Intermedio',
  avanzado: 'Avanzado',
}

const EDIT = { label: 'Editar perfil profesional', to: '/edit-lawyer-profile' }
const PUBLIC = 'Cualquiera que vea tu perfil público, cuando estás verificado'
const REVIEWERS = 'Las personas de nuestro equipo que verifican abogados'

/** The lawyer's profile (DAT-02). */
export const lawyersData = {
  lawyer_profiles: {
    title: 'Perfil profesional',
    group: 'professional',
    unit: ['perfil', 'perfiles'],
    roles: ['lawyer'],
    rows: { person: ['id'] },
    copiedAs: 'own',
    change: EDIT,
    purpose: 'Que los clientes te encuentren y decidan si hablar contigo',
    basis: BASES.contract,
    origin: 'Lo escribiste en tu perfil profesional',
    period: 'Mientras tengas cuenta',
    recipients: PUBLIC,
    onDeparture: 'deleted',
    columns: {
      id: INTERNAL,
      price: 'Precio de la primera consulta',
      experience: 'Años de experiencia',
      description: 'Descripción',
      specialties: 'Especialidades',
      location: 'Comuna y región',
      university: 'Universidad',
      graduation_year: 'Año de titulación',
      rut: {
        label: 'RUT',
        masked: 'rut',
        purpose: 'Comprobar que quien ofrece servicios es la persona de la cédula',
        recipients: REVIEWERS,
        period:
          'Mientras tengas cuenta; después queda un resumen cifrado con lo que se decidió al verificarte y tus últimos planes',
        onDeparture: 'digest',
        lookup: true,
      },
      birth_date: {
        label: 'Fecha de nacimiento',
        masked: 'date',
        purpose: 'Comparar tu cédula con lo que declaraste',
        recipients: REVIEWERS,
      },
      phone_number: {
        label: 'Teléfono',
        purpose: 'Que quien verifica tu perfil pueda llamarte si algo no calza',
        recipients: REVIEWERS,
        lookup: true,
      },
      address_street: {
        label: 'Calle',
        purpose: 'Comprobar dónde atiendes antes de verificarte',
        recipients: REVIEWERS,
      },
      address_number: {
        label: 'Número',
        purpose: 'Completar la dirección que se comprueba',
        recipients: REVIEWERS,
      },
      address_apartment: {
        label: 'Oficina o departamento',
        purpose: 'Distinguir tu oficina dentro del edificio al comprobarla',
        recipients: REVIEWERS,
      },
      address_commune: {
        label: 'Comuna',
        purpose: 'Que te encuentren quienes buscan en tu comuna',
      },
      address_region: {
        label: 'Región',
        purpose: 'Que te encuentren quienes buscan en tu región',
      },
      id_card_path: {
        label: 'Cédula de identidad (archivo)',
        purpose: 'Que una persona compare la cédula con tus datos',
        origin: 'La subiste tú',
        recipients: REVIEWERS,
      },
      id_card_sha256: {
        label: 'Huella de tu cédula',
        purpose: 'Comprobar más tarde cuál fue la cédula que se comparó, sin guardarla',
        origin: 'Se calcula al borrar la cédula',
      },
      id_card_deleted_at: {
        label: 'Fecha en que se borró tu cédula',
        purpose: 'Mostrar que la cédula ya no está',
        origin: 'Se anota al borrarla',
      },
      id_card_url: {
        ...BOOKKEEPING,
        purpose: 'Ninguno: la columna queda vacía, los enlaces se crean al abrir',
      },
      verification_status: {
        label: 'Estado de la verificación del perfil',
        values: VERIFICATION_WORDS,
        purpose: 'Mostrar a los clientes solo perfiles revisados',
        origin: 'Cambia con la decisión de una persona de nuestro equipo',
      },
      is_verified: {
        label: 'Verificado',
        purpose: 'Mostrar la insignia junto a tu nombre',
        origin: 'Se calcula del estado de la verificación',
      },
      is_suspended: {
        label: 'Suspendido',
        purpose: 'Sacar de las búsquedas a quien está suspendido',
        basis: BASES.legitimateInterest,
        origin: 'Lo decidió el operador de Amparo',
      },
      description_hidden_at: {
        label: 'Descripción oculta desde',
        purpose: 'No mostrar una descripción que incumple las normas',
        basis: BASES.legitimateInterest,
        origin: 'Lo decidió una persona de nuestro equipo',
        recipients: 'Solo Amparo',
      },
      profile_blocked_at: {
        label: 'Perfil bloqueado desde',
        purpose: 'No mostrar tu perfil mientras dure el bloqueo que pediste',
        basis: BASES.rights,
        origin: 'Se anota al recibir tu solicitud',
        recipients: 'Solo Amparo',
      },
      plan: {
        label: 'Plan',
        values: PLAN_WORDS,
        purpose: 'Darte lo que incluye tu plan',
        origin: 'Lo elegiste tú',
        recipients: 'Los clientes ven el sello de perfil destacado del plan Avanzado',
        change: { label: 'Planes', to: '/subscriptions' },
      },
      plan_last_updated: {
        label: 'Plan desde',
        purpose: 'Saber cuándo puedes bajar de plan',
        origin: 'Se anota al cambiar de plan',
        recipients: 'Solo Amparo',
      },
      credits_available: {
        label: 'Créditos disponibles',
        purpose: 'Saber si puedes iniciar otra conversación desde el mercado',
        origin: 'Se calcula de tus movimientos',
        recipients: 'Solo Amparo',
      },
      credits_used: {
        label: 'Créditos usados',
        purpose: 'Mostrarte cuánto llevas gastado',
        origin: 'Se suma de tus movimientos',
        recipients: 'Solo Amparo',
      },
      rating_sum: {
        label: 'Suma de estrellas',
        purpose: 'Calcular tu calificación promedio',
        origin: 'Se suma de las reseñas publicadas',
      },
      rating_count: {
        label: 'Número de reseñas',
        purpose: 'Mostrar de cuántas reseñas sale el promedio',
        origin: 'Se cuenta de las reseñas publicadas',
      },
      created_at: 'Creado',
      updated_at: 'Último cambio',
    },
  },
} satisfies DataTables
