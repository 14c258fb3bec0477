import { useRootData } from '../../../site/use-root-data.ts'
import { PASSWORD_MIN } from '../schema.ts'

/** The operator's minimum length of a password (PASSWORD_MIN_LENGTH), in characters. */
export const usePasswordMin = () => useRootData()?.settings.passwordMinLength ?? PASSWORD_MIN
