import type { SessionUser } from '../platform/session/session.ts'
import { useRootData } from './use-root-data.ts'

/** The signed-in user, from the data of the root route; null for visitors. */
export const useSessionUser = (): SessionUser | null => useRootData()?.user ?? null
