import { type OwnCase, STATUS_WORDS } from '../schema.ts'

/** PLZ-67: whether an open case is not in the market. */
export const isHiddenCase = ({ visibility }: Pick<OwnCase, 'visibility'>) =>
  visibility === 'hidden' || visibility === 'taken_off'

/** SEG-04, PLZ-67: what the status of a case means, beside its badge. */
export const statusWords = (item: Pick<OwnCase, 'status' | 'visibility'>) =>
  isHiddenCase(item) ? 'Guardada: no está en el mercado' : STATUS_WORDS[item.status]
