/** Texts shared by the dashboard and the verification pages (ADM-05, ADM-08, ADM-12). */
export const VERIFIED = 'Verificación exitosa'
export const VERIFIED_BUT = 'Verificación exitosa, pero...'
export const NOT_VERIFIED = 'No se pudo verificar'
/** Fallback for a refusal without a message. */
export const NOT_DONE = 'No se pudo completar la verificación.'
