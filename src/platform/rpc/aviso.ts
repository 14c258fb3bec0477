import { untilSignedIn } from './until-signed-in.ts'

/** What a toast needs; the screens' own type knows no server. */
interface Aviso {
  kind: 'error' | 'success' | 'info'
  title?: string
  text: string
  /** Takes it back when it aborts. */
  until?: AbortSignal
}

/**
 * What a redirect by the server may say on the page it leads to (DESIGN §3). The cookie carries a code of this list
 * and never a text: whoever plants one can only make us say what we say anyway.
 */
export const AVISOS = {
  /** OPEN-46: /submit-case without a session. */
  'inicia-para-causa': { kind: 'info', text: 'Debes iniciar sesión para ingresar una causa.' },
  /** ROU-35: a case of others. */
  'caso-sin-acceso': { kind: 'error', text: 'No se pudo cargar el caso o no tienes acceso.' },
  /** ROU-39, TRAP-32: what is for verified lawyers. */
  'solo-verificados': {
    kind: 'info',
    title: 'Aún no disponible',
    text: 'Podrás entrar ahí cuando tu perfil esté verificado.',
  },
} as const satisfies Record<string, Aviso>

export type AvisoCode = keyof typeof AVISOS

const NAME = 'aviso'
/** Seconds: long enough for a slow page, too short to surprise anyone later. */
const SECONDS = 60

/** Set-Cookie for a redirect: `redirect('/dashboard', { headers: { 'set-cookie': avisoCookie('caso-sin-acceso') } })`. */
export const avisoCookie = (code: AvisoCode) => `${NAME}=${code}; Max-Age=${SECONDS}; Path=/; SameSite=Lax`

/** What to write to document.cookie once it was said. */
export const NO_AVISO = `${NAME}=; Max-Age=0; Path=/; SameSite=Lax`

/**
 * What the last redirect has to say.
 * @param cookies document.cookie
 * @returns null when there is nothing, or nothing of ours; taken back when the person signs in
 */
export function avisoIn(cookies: string): Aviso | null {
  const code = new RegExp(`(?:^|;\\s*)${NAME}=([a-z-]+)(?:;|$)`).exec(cookies)?.[1]
  if (code === undefined || !Object.hasOwn(AVISOS, code)) return null
  return { ...AVISOS[code as AvisoCode], until: untilSignedIn() }
}
