import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { PlansContract } from './contract.ts'
import type { MovementsPage } from './schema.ts'

export const plansQueries = (client = rpc<PlansContract>('plans')) =>
  createTanstackQueryUtils(client, { path: ['plans'] })

const pages = byCursor(({ movements }: MovementsPage) => movements)

/** The credit ledger of the signed-in lawyer in pages, newest first. */
export const movementPages = (client = rpc<PlansContract>('plans')) =>
  plansQueries(client).movements.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...pages,
  })
