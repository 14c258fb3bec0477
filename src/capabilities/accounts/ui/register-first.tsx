import { ButtonLink } from '../../../ui/button.tsx'
import type { RoleState } from './role-state.ts'

/** What a visitor wants to do as a client, as the access screens say it. */
export interface ClientAim {
  /** The title of /login. */
  title: string
  /** Under it: what comes after. */
  text: string
  /** The toast of a registration that leads there. */
  next: string
}

const firstName = (name: string) => name.split(' ', 1)[0]

/**
 * Why somebody without an account was led to /login, when only a client can do it.
 * @param volver the page to return to
 * @param contact the lawyer's name, from the navigation
 * @returns null when any account will do
 */
export function clientAim(volver: string | null, contact: unknown): ClientAim | null {
  if (volver === '/submit-case')
    return {
      title: 'Crea tu cuenta para ingresar tu causa',
      text: 'Son cuatro datos. Después respondes unas preguntas sobre tu problema y lo publicas.',
      next: 'Ahora cuéntanos tu problema.',
    }
  if (!/^\/(lawyer|perfil-abogado)\/[^/]+$/.test(volver ?? '')) return null
  const lawyer = typeof contact === 'string' && contact ? firstName(contact) : null
  return {
    title: `Crea tu cuenta para escribirle${lawyer ? ` a ${lawyer}` : ''}`,
    text: 'Son cuatro datos. Después vuelves a su perfil y abres el chat. Escribirle no tiene costo.',
    next: `Ahora puedes escribirle${lawyer ? ` a ${lawyer}` : ''}: presiona «Contactar».`,
  }
}

/** The way to register as a client, before the form for those who have an account. */
export function RegisterFirst({ text, state }: { text: string; state: Partial<RoleState> }) {
  return (
    <>
      <p className="text-muted">{text}</p>
      <ButtonLink
        to="/register"
        state={{ ...state, role: 'client' }}
        variant="primary"
        size="lg"
        block
        className="mt-5"
      >
        Crear mi cuenta
      </ButtonLink>
      <h2 className="mt-8 border-t border-line pt-6 text-h4">¿Ya tienes cuenta?</h2>
    </>
  )
}
