import type { CASE_SPECIALTIES } from './specialties.ts'

type CaseSpecialty = (typeof CASE_SPECIALTIES)[number]

/** The papers that a case of one specialty usually needs. */
export interface PaperList {
  papers: readonly string[]
  /** Public source of the list; null: orientation of our own, for a lawyer to review. */
  source: string | null
  /** When the list was last compared with its source: YYYY-MM-DD. */
  reviewedOn: string
}

const list = (papers: string, source: string | null = null): PaperList => ({
  papers: ['Cédula de identidad', ...papers.split(' · ')],
  source,
  reviewedOn: '2026-11-24',
})

const VIOLENCE = list(
  'Denuncia o número de causa · Constatación de lesiones · Mensajes o fotos · Medidas vigentes',
)

/** SEG-16: «Qué llevar», by specialty. The only such list of Amparo. */
const PAPERS: Readonly<Record<CaseSpecialty, PaperList>> = {
  'Despido injustificado': list(
    'Contrato y anexos · Últimas 6 liquidaciones · Carta de despido · Finiquito, firmado o no · Reclamo y acta de la Inspección · Certificado de cotizaciones',
    'https://www.cajmetro.cl',
  ),
  'Acoso laboral': list(
    'Denuncia y respuesta · Mensajes o correos · Testigos · Licencias · Reglamento interno',
  ),
  'No pago de cotizaciones': list('Certificado de AFP, salud y cesantía · Liquidaciones · Contrato'),
  'Licencias médicas rechazadas': list(
    'Licencia · Resolución de rechazo con su fecha y sobre · Informes y exámenes · Reclamos anteriores',
  ),
  'Pensión de alimentos': list(
    'Certificado de nacimiento · Gastos del niño o niña · Ingresos de ambos, si los tienes · Resolución o acuerdo · Cartola de la cuenta · Acta de mediación',
  ),
  Divorcio: list(
    'Certificado de matrimonio · Acta de cese o prueba de la fecha · Certificados de nacimiento de hijos · Bienes y deudas',
  ),
  'Tuición y régimen de visitas': list(
    'Certificado de nacimiento · Resolución o acuerdo · Acta de mediación · Informes escolares o de salud',
  ),
  'Violencia intrafamiliar (VIF)': VIOLENCE,
  'Medidas de protección (familia)': VIOLENCE,
  'Herencias y posesiones': list(
    'Certificado de defunción · Certificados de nacimiento o matrimonio · Testamento · Escrituras, avalúos, cartolas · Posesión efectiva',
  ),
  'Arriendo (conflictos)': list(
    'Contrato · Comprobantes de pago · Demanda o notificación con su fecha · Fotos · Cuentas',
  ),
  'Compra o venta de propiedad': list(
    'Promesa o escritura · Certificado de dominio vigente · Certificado de hipotecas y gravámenes · Comprobantes de pago',
  ),
  'Deudas y cobranzas': list(
    'Demanda o requerimiento con su fecha · Pagaré, cheque o contrato · Comprobantes de pago · Mensajes de cobranza',
  ),
  'Estafa o apropiación indebida': list(
    'Comprobantes · Conversaciones completas · Datos de la cuenta · Aviso al banco con su número · Denuncia',
  ),
  'Contratos (revisión o incumplimiento)': list(
    'Contrato y anexos · Correos · Comprobantes de pago · Requerimientos',
  ),
  Otro: list('Todo papel con fecha: notificaciones, resoluciones, cartas y sus sobres'),
}

/** The list of a case's specialty; null where there is none. */
export const papersFor = (specialty: string | null): PaperList | null =>
  specialty !== null && Object.hasOwn(PAPERS, specialty) ? PAPERS[specialty as CaseSpecialty] : null
