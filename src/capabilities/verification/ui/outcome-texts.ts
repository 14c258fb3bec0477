/** Texts shared by the dashboard and the verification pages (ADM-05, ADM-08, ADM-12). */
export const VERIFIED_TITLE = 'Verificación exitosa'
export const MAIL_FAILED_TITLE = 'Verificación exitosa, pero...'
export const NOT_VERIFIED_TITLE = 'No se pudo verificar'
/** Fallback for a refusal without a message. */
export const NOT_VERIFIED_TEXT = 'No se pudo completar la verificación.'
