/** The product's name, in one place (OPEN-26). */
export const PRODUCT_NAME = 'Amparo'

/** Title of a page in the browser's tab. */
export const pageTitle = (page: string) => `${page} · ${PRODUCT_NAME}`

/** Id of the home page's section that the footer links to; the word is the specification's (TRAP-06). */
export const WHY_SECTION_ID = 'porque-atney'
