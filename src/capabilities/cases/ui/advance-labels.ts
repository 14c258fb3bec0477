import type { AdvanceInput } from '../schema.ts'

/** Button labels of the lawyer's next step (OPEN-42). */
export const ADVANCE_LABELS: Record<AdvanceInput['to'], string> = {
  'en progreso': 'Pasar a «en progreso»',
  finalizado: 'Finalizar causa',
}
