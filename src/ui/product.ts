/** The product's name, in one place (OPEN-26). */
export const PRODUCT = 'Amparo'

/** A page's title in the browser's tab. */
export const titleOf = (page: string) => `${page} · ${PRODUCT}`

/** The home page's section that the footer leads to; the word is the specification's (TRAP-06). */
export const WHY_ID = 'porque-atney'
