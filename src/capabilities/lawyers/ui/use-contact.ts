import { useNavigate } from 'react-router'
import { signInSignal } from '../../../platform/session/sign-in-signal.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { RoleState } from '../../accounts/ui/role-state.ts'
import { loginPath } from '../../accounts/ui/use-return-path.ts'
import type { PublicLawyer } from '../schema.ts'

export interface Contact {
  contact(): void
  pending: boolean
  /** Error text of the last attempt; stays after the toast has gone. */
  problem: string | null
}

/**
 * «Contactar» (PUB-13 to PUB-16): sends visitors to /login, which offers registration first, and back; opens
 * the chat for clients. Ignores further presses while one is in progress.
 * @param open creates or finds the chat with this lawyer (CAL-09)
 */
export function useContact(
  { id, name }: Pick<PublicLawyer, 'id' | 'name'>,
  open: () => Promise<{ chatId: string }>,
): Contact {
  const user = useSessionUser()
  const navigate = useNavigate()

  const toLogin = () => {
    toast({
      kind: 'info',
      dismissSignal: signInSignal(),
      title: 'Inicio de sesión requerido',
      text: 'Debes iniciar sesión para contactar a un abogado.',
    })
    void navigate(loginPath(`/lawyer/${id}`), { state: { lawyerName: name } satisfies Partial<RoleState> })
  }

  const { submit, pending, failure } = useSubmit(open, {
    onDone: ({ chatId }) => navigate('/chat', { state: { chatId } }),
    onFailure({ status, message }) {
      if (status !== 401) return message
      toLogin()
      return null
    },
    toast: 'Error al contactar',
  })

  const contact = () => {
    if (!user) return toLogin()
    if (user.role === 'client') return void submit()
    toast({
      kind: 'error',
      title: 'Acceso restringido',
      text: 'Solo los clientes pueden contactar abogados.',
    })
  }

  return { contact, pending, problem: failure?.message ?? null }
}
