/**
 * Number of workers that run test files, or browsers, in parallel: the fastest on two cores
 * (docs/decisions/0025).
 */
export const PARALLEL_WORKERS = 3
