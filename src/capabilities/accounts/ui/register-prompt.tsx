import { ButtonLink } from '../../../ui/actions/button.tsx'
import type { RoleState } from './role-state.ts'

/** Texts for a visitor who needs a client account for what they want to do. */
export interface ClientSignUpReason {
  /** Title of /login. */
  title: string
  /** Text under the title: the next steps. */
  text: string
  /** Text of the toast after registration. */
  nextStepText: string
}

const firstName = (name: string) => name.split(' ', 1)[0]

/**
 * Texts that explain why a visitor was redirected to /login, if the target page needs a client account.
 * @param volver the page to return to
 * @param contact the lawyer's name, from the navigation state (unchecked)
 * @returns null if any account will do
 */
export function clientSignUpReason(volver: string | null, contact: unknown): ClientSignUpReason | null {
  if (volver === '/submit-case')
    return {
      title: 'Crea tu cuenta para ingresar tu causa',
      text: 'Son cuatro datos. Después respondes unas preguntas sobre tu problema y lo publicas.',
      nextStepText: 'Ahora cuéntanos tu problema.',
    }
  if (!/^\/(lawyer|perfil-abogado)\/[^/]+$/.test(volver ?? '')) return null
  const lawyer = typeof contact === 'string' && contact ? firstName(contact) : null
  return {
    title: `Crea tu cuenta para escribirle${lawyer ? ` a ${lawyer}` : ''}`,
    text: 'Son cuatro datos. Después vuelves a su perfil y abres el chat. Escribirle no tiene costo.',
    nextStepText: `Ahora puedes escribirle${lawyer ? ` a ${lawyer}` : ''}: presiona «Contactar».`,
  }
}

/** Offers registration as a client, above the sign-in form. */
export function RegisterPrompt({ text, state }: { text: string; state: Partial<RoleState> }) {
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
