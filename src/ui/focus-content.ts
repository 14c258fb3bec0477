/** To the content of the page, from where the next key goes on: what had the focus is gone (OPEN-70). */
export const focusContent = () => document.getElementById('contenido')?.focus({ preventScroll: true })
