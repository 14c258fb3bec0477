// Legal specialties. Without zod, because pages of a first visit load this file (docs/design.md §11).

/** OPEN-19: the specialties of a lawyer's profile, 46 in 8 categories (ONP-34). */
const SPECIALTIES_OF = {
  'Derecho Civil':
    'Herencias y posesiones · Arriendo (conflictos) · Compra o venta de propiedad · Deudas y cobranzas · Contratos (revisión o incumplimiento) · Indemnización de perjuicios · Testamentos y donaciones · Regularización de títulos de dominio · Copropiedad y comunidades · Servidumbres y deslindes · Interdicción y curadurías',
  'Derecho de Familia':
    'Pensión de alimentos · Divorcio · Tuición y régimen de visitas · Medidas de protección (familia) · Violencia intrafamiliar (VIF) · Filiación y paternidad · Adopción · Compensación económica y régimen de bienes',
  'Derecho Laboral':
    'Despido injustificado · Acoso laboral · No pago de cotizaciones · Licencias médicas rechazadas · Tutela de derechos fundamentales · Accidentes del trabajo',
  'Derecho Penal':
    'Estafa o apropiación indebida · Defensa penal · Querellas y víctimas de delitos · Ley de drogas · Eliminación de antecedentes penales',
  'Derecho Comercial':
    'Constitución de sociedades · Insolvencia y reemprendimiento · Marcas y propiedad intelectual · Asesoría tributaria a empresas',
  'Derecho del Consumidor':
    'Reclamos ante SERNAC · Garantía legal y productos defectuosos · Cobros indebidos y fraudes bancarios · Compras en línea y derecho a retracto',
  'Derecho Policial':
    'Infracciones de tránsito · Accidentes de tránsito · Conflictos vecinales · Multas y partes municipales',
  Otros: 'Migración y extranjería · Derecho administrativo · Salud y negligencias médicas · Otro',
}

export const PROFILE_SPECIALTY_CATEGORIES: readonly { name: string; specialties: readonly string[] }[] =
  Object.entries(SPECIALTIES_OF).map(([name, specialties]) => ({
    name,
    specialties: specialties.split(' · '),
  }))

export const PROFILE_SPECIALTIES: readonly string[] = PROFILE_SPECIALTY_CATEGORIES.flatMap(
  (category) => category.specialties,
)

/** The 16 of them that a case may have, too, in the wizard's order (OPEN-20, TRAP-24). */
export const CASE_SPECIALTIES = [
  'Herencias y posesiones',
  'Pensión de alimentos',
  'Divorcio',
  'Tuición y régimen de visitas',
  'Medidas de protección (familia)',
  'Despido injustificado',
  'Acoso laboral',
  'No pago de cotizaciones',
  'Arriendo (conflictos)',
  'Compra o venta de propiedad',
  'Violencia intrafamiliar (VIF)',
  'Deudas y cobranzas',
  'Licencias médicas rechazadas',
  'Estafa o apropiación indebida',
  'Contratos (revisión o incumplimiento)',
  'Otro',
] as const
