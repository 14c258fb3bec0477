import fraunces from '~fonts/fraunces.woff2?url'
import inter from '~fonts/inter.woff2?url'

/** The two font files that every page needs; the root preloads them. */
export const fontUrls = [inter, fraunces] as const
