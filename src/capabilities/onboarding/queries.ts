import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { OnboardingContract } from './contract.ts'

export const onboardingQueries = (client = rpc<OnboardingContract>('onboarding')) =>
  createTanstackQueryUtils(client, { path: ['onboarding'] })
