import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'

/** DAT-50: when the second step is taken away, given the ISO date of that moment. */
export const lossText = (dueAt: string): string =>
  `Se quitará el ${formatLongDate(dueAt)} a las ${formatClockTime(dueAt)}.`
