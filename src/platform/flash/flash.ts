import { signInSignal } from '../session/sign-in-signal.ts'

/** What a toast needs. Not the type of src/ui, because the server uses this file too. */
interface FlashMessage {
  kind: 'error' | 'success' | 'info'
  title?: string
  text: string
  /** Withdraws the toast when it aborts. */
  dismissSignal?: AbortSignal
}

/**
 * Flash messages: what a server redirect may show on the page it leads to (docs/design.md §3). The cookie
 * carries a code of this list, never a text: a forged cookie can only show one of these messages.
 */
export const FLASH_MESSAGES = {
  /** OPEN-46: /submit-case without a session. */
  'inicia-para-causa': { kind: 'info', text: 'Debes iniciar sesión para ingresar una causa.' },
  /** ROU-35: another user's case. */
  'caso-sin-acceso': { kind: 'error', text: 'No se pudo cargar el caso o no tienes acceso.' },
  /** ROU-39, TRAP-32: a page for verified lawyers only. */
  'solo-verificados': {
    kind: 'info',
    title: 'Aún no disponible',
    text: 'Podrás entrar ahí cuando tu perfil esté verificado.',
  },
} as const satisfies Record<string, FlashMessage>

export type FlashCode = keyof typeof FLASH_MESSAGES

const COOKIE_NAME = 'aviso'
/** Long enough for a slow page load, too short to show up much later. */
const MAX_AGE_SECONDS = 60

/** Set-Cookie value, for `redirect('/dashboard', { headers: { 'set-cookie': flashCookie(code) } })`. */
export const flashCookie = (code: FlashCode) =>
  `${COOKIE_NAME}=${code}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`

/** Cookie that deletes the message, for document.cookie once it was shown. */
export const CLEARED_FLASH_COOKIE = `${COOKIE_NAME}=; Max-Age=0; Path=/; SameSite=Lax`

/**
 * The flash message of the last redirect. It is withdrawn when the user signs in.
 * @param cookies document.cookie
 * @returns null when there is no message with a known code
 */
export function readFlash(cookies: string): FlashMessage | null {
  const code = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([a-z-]+)(?:;|$)`).exec(cookies)?.[1]
  if (code === undefined || !Object.hasOwn(FLASH_MESSAGES, code)) return null
  return { ...FLASH_MESSAGES[code as FlashCode], dismissSignal: signInSignal() }
}
