import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepOnboarding } from './store.server.ts'

export const onboardingTasks = (platform: Platform): Record<string, Task> => ({
  'onboarding:sweep': () => sweepOnboarding(platform.db),
})

/** Every night, when few are about. */
export const onboardingCron = ['23 7 * * * onboarding:sweep']
