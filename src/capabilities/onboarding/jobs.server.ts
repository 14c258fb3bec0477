import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepOnboarding } from './store.server.ts'

export const onboardingTasks = (platform: Platform): Record<string, Task> => ({
  'onboarding:sweep': () => sweepOnboarding(platform.db),
})

/** Nightly at 07:23 UTC, when traffic is low. */
export const onboardingCron = ['23 7 * * * onboarding:sweep']
