import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { OnboardingContract } from './contract.ts'

/** TanStack Query options of every operation of this slice. */
export const onboardingQueries = (client: ContractRouterClient<OnboardingContract>) =>
  createTanstackQueryUtils(client, { path: ['onboarding'] })
