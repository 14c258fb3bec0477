/** Focuses the main content, so that Tab continues there when the focused element is gone (OPEN-70). */
export const focusContent = () => document.getElementById('contenido')?.focus({ preventScroll: true })
