/** The product's name, in one place (OPEN-26). */
export const PRODUCT = 'Amparo'

/** A page's title in the browser's tab. */
export const titleOf = (page: string) => `${page} · ${PRODUCT}`
