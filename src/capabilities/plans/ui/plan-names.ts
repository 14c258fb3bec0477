import type { PlanId } from '../../../platform/session/session.ts'

/** PLA-04. */
export const RECOMMENDED_PLAN: PlanId = 'avanzado'

/**
 * Plan names by id; the database has the same names. In a separate file because every page loads it, and
 * nothing else of this slice.
 */
export const PLAN_NAMES: Record<PlanId, string> = {
  gratis: 'Gratis',
  basico: 'Básico',
  intermedio: 'Intermedio',
  avanzado: 'Avanzado',
}
