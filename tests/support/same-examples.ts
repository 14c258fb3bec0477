/** The examples of fast-check are the same in every run: what one run has found must not depend on luck. */
import fc from 'fast-check'

/** `FAST_CHECK_SEED=$RANDOM`: others, for whoever goes looking. */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20261122) })
