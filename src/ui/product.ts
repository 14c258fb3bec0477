/** The product's name, in one place (OPEN-26). */
export const PRODUCT = 'Amparo'

/** Title of a page in the browser's tab. */
export const titleOf = (page: string) => `${page} · ${PRODUCT}`

/** Id of the home page's section that the footer links to; the word is the specification's (TRAP-06). */
export const WHY_ID = 'porque-atney'
