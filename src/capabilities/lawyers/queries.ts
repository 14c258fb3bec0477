import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { LawyersContract } from './contract.ts'
import type { ColleaguesInput, ColleaguesPage } from './schema.ts'

export const lawyersQueries = (client = rpc<LawyersContract>('lawyers')) =>
  createTanstackQueryUtils(client, { path: ['lawyers'] })

const pages = byCursor(({ items }: ColleaguesPage) => items)

export type ColleagueFilters = Omit<NonNullable<ColleaguesInput>, 'after'>

/** Infinite query of colleagues, ordered by name (COL-03 to COL-08). */
export const colleaguePages = (filters: ColleagueFilters, client = rpc<LawyersContract>('lawyers')) =>
  lawyersQueries(client).colleagues.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, after }),
    ...pages,
  })
