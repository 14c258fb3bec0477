import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { PlansContract } from './contract.ts'
import type { MovementsPage } from './schema.ts'

export const plansQueries = (client: ContractRouterClient<PlansContract>) =>
  createTanstackQueryUtils(client, { path: ['plans'] })

const pages = byCursor(({ movements }: MovementsPage) => movements)

/** The credit ledger of the signed-in lawyer in pages, newest first. */
export const movementPages = (client: ContractRouterClient<PlansContract>) =>
  plansQueries(client).movements.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...pages,
  })
