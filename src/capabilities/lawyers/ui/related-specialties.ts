/**
 * OPEN-20: a related specialty to suggest in the form. Not used by the search. «Otro» has none.
 */
const RELATED: Record<string, string> = {
  'Herencias y posesiones': 'Testamentos y donaciones',
  'Pensión de alimentos': 'Filiación y paternidad',
  Divorcio: 'Compensación económica y régimen de bienes',
  'Tuición y régimen de visitas': 'Filiación y paternidad',
  'Medidas de protección (familia)': 'Adopción',
  'Despido injustificado': 'Tutela de derechos fundamentales',
  'Acoso laboral': 'Tutela de derechos fundamentales',
  'No pago de cotizaciones': 'Despido injustificado',
  'Arriendo (conflictos)': 'Copropiedad y comunidades',
  'Compra o venta de propiedad': 'Regularización de títulos de dominio',
  'Violencia intrafamiliar (VIF)': 'Medidas de protección (familia)',
  'Deudas y cobranzas': 'Insolvencia y reemprendimiento',
  'Licencias médicas rechazadas': 'Salud y negligencias médicas',
  'Estafa o apropiación indebida': 'Querellas y víctimas de delitos',
  'Contratos (revisión o incumplimiento)': 'Indemnización de perjuicios',
}

/** Suggestions for the chosen specialties, in their order: neither duplicates nor chosen ones. */
export function relatedSpecialties(chosen: readonly string[]): string[] {
  const found = chosen.flatMap((name) => RELATED[name] ?? [])
  return [...new Set(found)].filter((name) => !chosen.includes(name))
}
