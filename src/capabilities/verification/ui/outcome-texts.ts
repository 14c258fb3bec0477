/** What the dashboard and the pages of verification say alike (ADM-05, ADM-08, ADM-12). */
export const VERIFIED = 'Verificación exitosa'
export const VERIFIED_BUT = 'Verificación exitosa, pero...'
export const NOT_VERIFIED = 'No se pudo verificar'
/** The text of a refusal without words. */
export const NOT_DONE = 'No se pudo completar la verificación.'
