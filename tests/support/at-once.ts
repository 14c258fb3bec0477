import { availableParallelism } from 'node:os'

/**
 * Test files, or browsers, at once: as many as there are cores, three at most. On two cores three were no faster (browser tests
 * 407 s for 388, database tests 184 for 179, with a fifth more processor time) and four slower; more cores were not tried.
 */
export const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()))
