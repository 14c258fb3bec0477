import type { PlanId } from '../../../platform/session.ts'

/** PLA-04. */
export const RECOMMENDED_PLAN: PlanId = 'avanzado'

/**
 * The names for where only a person's plan id is at hand; the table has the same ones. A file of their own: every page
 * carries them, and nothing else of this slice.
 */
export const PLAN_NAMES: Record<PlanId, string> = {
  gratis: 'Gratis',
  basico: 'Básico',
  intermedio: 'Intermedio',
  avanzado: 'Avanzado',
}
