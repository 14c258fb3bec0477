import type { Option, OptionGroup } from '../lists/options.ts'

const optionsOf = (names: string): Option[] => names.split(', ').map((label) => ({ value: label, label }))

const BRANCHES = {
  'Derecho Civil':
    'Arriendo (conflictos), Compra o venta de propiedad, Contratos (revisión o incumplimiento), Herencias y posesión efectiva',
  'Derecho de Familia':
    'Divorcio, Pensión de alimentos, Cuidado personal y visitas, Compensación económica y régimen de bienes',
  'Derecho Laboral':
    'Despido injustificado, Acoso laboral, No pago de cotizaciones, Tutela de derechos fundamentales',
  'Derecho Penal': 'Defensa penal, Querellas y denuncias, Violencia intrafamiliar',
  'Derecho Comercial': 'Constitución de sociedades, Cobranza judicial, Quiebra personal',
  'Derecho del Consumidor': 'Compras en línea y derecho a retracto, Garantía legal, Reclamos ante SERNAC',
}

/** Sample data, as long as the real lists. */
export const specialties: readonly OptionGroup[] = Object.entries(BRANCHES).map(([label, names]) => ({
  label,
  items: optionsOf(names),
}))

export const communes = optionsOf(
  'Alhué, Buin, Calera de Tango, Cerrillos, Cerro Navia, Colina, Conchalí, Curacaví, El Bosque, El Monte, Estación Central, ' +
    'Huechuraba, Independencia, Isla de Maipo, La Cisterna, La Florida, La Granja, La Pintana, La Reina, Lampa, Las Condes, ' +
    'Lo Barnechea, Lo Espejo, Lo Prado, Macul, Maipú, María Pinto, Melipilla, Nueva Imperial, Ñuñoa, Padre Hurtado, Paine, ' +
    'Pedro Aguirre Cerda, Peñaflor, Peñalolén, Pirque, Providencia, Pudahuel, Puente Alto, Quilicura, Quinta Normal, Recoleta, ' +
    'Renca, San Bernardo, San Joaquín, San José de Maipo, San Miguel, San Pedro, San Ramón, Santiago, Talagante, Tiltil, ' +
    'Vitacura',
)

export const universities = optionsOf(
  'Pontificia Universidad Católica de Chile, Universidad Andrés Bello, Universidad de Chile, Universidad de Concepción, ' +
    'Universidad Diego Portales, Otra',
)

export const experience: readonly Option[] = [
  { value: '0', label: 'Cualquiera' },
  { value: '1', label: '1+ años' },
  { value: '3', label: '3+ años' },
  { value: '5', label: '5+ años' },
  { value: '10', label: '10+ años' },
]

export const contracts: readonly Option[] = [
  { value: 'indefinido', label: 'Sí, indefinido' },
  { value: 'plazo', label: 'Sí, a plazo fijo o por obra' },
  { value: 'sin', label: 'No tenía contrato escrito' },
]
