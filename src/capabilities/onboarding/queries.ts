import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { OnboardingContract } from './contract.ts'

export const onboardingQueries = (client: ContractRouterClient<OnboardingContract>) =>
  createTanstackQueryUtils(client, { path: ['onboarding'] })
