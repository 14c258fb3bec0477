import { availableParallelism } from 'node:os'

/**
 * Test files, or browsers, at once: as many as there are cores. One more was slower on two of them (browser tests 388 s
 * for 407, and the same processor's time grew by a tenth); more than three have not been tried.
 */
export const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()))
