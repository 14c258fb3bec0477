/** Fixes the seed of fast-check, so that every run tests the same examples. */
import fc from 'fast-check'

/** `FAST_CHECK_SEED=$RANDOM` tests other examples. */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20261122) })
