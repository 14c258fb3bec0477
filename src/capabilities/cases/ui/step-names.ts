import type { AdvanceInput } from '../schema.ts'

/** What the lawyer's control says of the step it makes (OPEN-42). */
export const STEP_NAMES: Record<AdvanceInput['to'], string> = {
  'en progreso': 'Pasar a «en progreso»',
  finalizado: 'Finalizar causa',
}
