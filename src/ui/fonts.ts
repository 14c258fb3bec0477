import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** The two font files that theme.css names: the root preloads them. */
export const fontUrls = [inter, fraunces] as const
