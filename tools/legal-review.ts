/**
 * Writes docs/legal-review.md, the page for the lawyer who reviews the rules of deadlines, from `data/plazos.json` and the
 * worked examples: `node tools/legal-review.ts`. A test compares the file with the data.
 */
import { writeFile } from 'node:fs/promises'
import rules from '../data/plazos.json' with { type: 'json' }
import cases from '../data/plazos-cases.json' with { type: 'json' }

export const LEGAL_REVIEW_PATH = 'docs/legal-review.md'

type Rule = (typeof rules)[number] & {
  suma?: { por: string; cantidad: number; unidad: string; maximo_total: number }
  propuesta?: { cantidad: number; unidad: string }
  aviso?: string
}

const UNITS: Readonly<Record<string, string>> = {
  corridos: 'días corridos (los feriados cuentan)',
  habiles_judicial: 'días hábiles de lunes a sábado, sin feriados',
  habiles_administrativo: 'días hábiles de lunes a viernes, sin feriados',
  meses: 'meses',
  anios: 'años',
}
const KINDS: Readonly<Record<string, string>> = {
  plazo: 'Plazo de la persona',
  plazo_ajeno: 'Plazo de la otra parte',
  espera: 'Espera: el derecho nace al día siguiente',
  retroactivo: 'Se cuenta hacia atrás',
}
const CERTAINTIES: Readonly<Record<string, string>> = {
  alta: 'alta',
  media: 'media: se muestra como «Fecha prudente: confírmala con un abogado.»',
  por_confirmar: 'POR CONFIRMAR: no muestra ninguna fecha',
}

const nameOf = (law: string, article: string) => (article ? `${law}, artículo ${article}` : law)
const term = (amount: number, unit: string) => `${amount} ${UNITS[unit] ?? unit}`

function section(rule: Rule): string {
  const proposal =
    rule.propuesta && `Propuesta sin confirmar: ${term(rule.propuesta.cantidad, rule.propuesta.unidad)}.`
  const lines = [
    `- **${KINDS[rule.clase]}.** ${rule.cantidad === null || rule.unidad === null ? (proposal ?? 'Sin plazo confirmado.') : `${term(rule.cantidad, rule.unidad)}.`}`,
    `- Desde: ${rule.inicio}.`,
    rule.suma &&
      `- Más ${rule.suma.cantidad} ${rule.suma.unidad === 'meses' ? 'mes' : rule.suma.unidad} por cada año completo, hasta ${rule.suma.maximo_total} en total.`,
    rule.tope && `- Tope: ${term(rule.tope.cantidad, rule.tope.unidad)} desde el inicio.`,
    ...rule.suspensiones.map(
      ({ texto, desde, hasta }) =>
        `- Se suspende: ${texto}. Desde: ${desde}. Hasta: ${hasta}. No cuentan los días entre ambos.`,
    ),
    rule.detiene && `- Qué lo detiene: ${rule.detiene}`,
    rule.prudencia && `- Por prudencia: ${rule.prudencia}`,
    rule.aviso && `- Se muestra en vez de una fecha: «${rule.aviso}»`,
    rule.vigente_desde && `- Rige desde: ${rule.vigente_desde}.`,
    `- Materias: ${rule.especialidades.join(', ')}.`,
    ...Object.entries(rule.solo_si).flatMap(([specialty, answers]) =>
      Object.entries(answers ?? {}).map(
        ([question, values]) =>
          `- Solo si, en «${specialty}», la respuesta ${question} es: ${(values as string[]).join(' o ')}.`,
      ),
    ),
    ...rule.preguntas.map(({ texto }) => `- Se pregunta: ${texto}`),
    ...rule.fuente.map(
      ({ norma, articulo, leido_en }) =>
        `- Fuente: ${nameOf(norma, articulo)}. Leído en: ${leido_en || 'sin indicar'}.`,
    ),
    `- Certeza ${CERTAINTIES[rule.certeza]}. Versión ${rule.version}, revisada el ${rule.revisado}.`,
    ...(cases as Example[]).filter(({ regla }) => regla === rule.id).map(example),
  ].filter(Boolean)
  return `### ${rule.nombre}\n\n\`${rule.id}\`\n\n${lines.join('\n')}\n\nRevisión: [ ] correcta  [ ] corregir: ______________________________\n`
}

interface Example {
  regla: string
  inicio: string
  entradas: { anios?: number; suspensiones?: { desde: string; hasta: string }[] }
  vence: string
  actua_hasta?: string
  reclamable_desde?: string
  disponible_desde?: string
}
function example(one: Example): string {
  const { actua_hasta, reclamable_desde, disponible_desde, entradas } = one
  const { anios, suspensiones = [] } = entradas
  const facts = [
    anios === undefined ? '' : `, con ${anios} años completos`,
    ...suspensiones.map(({ desde, hasta }) => `, suspendido del ${desde} al ${hasta}`),
  ].join('')
  const then = [
    actua_hasta && actua_hasta !== one.vence ? `hazlo a más tardar el ${actua_hasta}` : '',
    reclamable_desde ? `se puede reclamar desde el ${reclamable_desde}` : '',
    disponible_desde ? `se puede desde el ${disponible_desde}` : '',
  ].filter(Boolean)
  return `- Ejemplo: desde ${one.inicio}${facts}, último día ${one.vence}${then.length ? `; ${then.join('; ')}` : ''}.`
}

/** The whole page. */
export function legalReview(): string {
  const all = rules as Rule[]
  const unconfirmed = all.filter(({ certeza }) => certeza === 'por_confirmar')
  const subjects = [...new Set(all.map(({ materia }) => materia))]
  return `# Revisión legal de los plazos

<!-- Made from data/plazos.json and data/plazos-cases.json by \`node tools/legal-review.ts\`. Do not edit. -->

Para quien revisa: cada regla dice su plazo, desde cuándo se cuenta, qué lo suspende y lo detiene, de dónde la leímos y
ejemplos calculados. Marca cada una como correcta o escribe la corrección. Ninguna regla «por confirmar» muestra una fecha
mientras no se confirme con el texto de la ley.

Cómo contamos: el día inicial no cuenta. El último día nunca se mueve hacia adelante. «Hazlo a más tardar» es el último día
de lunes a viernes, sin feriado, hasta el último día inclusive. En caso de duda mostramos la fecha más temprana.

Son ${all.length} reglas: ${all.length - unconfirmed.length} con fecha y ${unconfirmed.length} por confirmar.

## Por confirmar

${unconfirmed.map(({ id, nombre, fuente }) => `- \`${id}\` ${nombre}: ${fuente.map(({ norma, articulo }) => nameOf(norma, articulo)).join('; ')}`).join('\n')}

${subjects
  .map((subject) => {
    const name = `${subject[0]?.toUpperCase()}${subject.slice(1)}`
    return `## ${name}\n\n${all
      .filter(({ materia }) => materia === subject)
      .map(section)
      .join('\n')}`
  })
  .join('\n')}`
}

if (import.meta.main) await writeFile(LEGAL_REVIEW_PATH, legalReview())
