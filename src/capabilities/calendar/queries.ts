import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { CalendarContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const calendarQueries = (client = rpc<CalendarContract>('calendar')) =>
  createTanstackQueryUtils(client, { path: ['calendar'] })
