import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { failureOf } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { RoleState } from '../../accounts/ui/role-state.ts'
import { loginPath } from '../../accounts/ui/use-volver.ts'
import type { PublicLawyer } from '../schema.ts'

export interface Contact {
  contact(): void
  pending: boolean
  /** Why the last try failed; the toast has gone by then. */
  problem: string | null
}

/** Ends the toast that sent somebody to the login: this hook is gone by the time they come back. Browsers alone write it. */
let askedToSignIn: AbortController | undefined

/**
 * «Contactar» (PUB-13 to PUB-16): visitors go to /login, where registering comes first, and back; clients to the chat.
 * Pressing twice is pressing once.
 * @param open opens the chat with this lawyer, or finds it (CAL-09)
 */
export function useContact(
  { id, name }: Pick<PublicLawyer, 'id' | 'name'>,
  open: () => Promise<{ chatId: string }>,
): Contact {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  const navigate = useNavigate()
  const toasts = useFailureToast()
  const busy = useRef(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (user) askedToSignIn?.abort()
  }, [user])

  const toLogin = () => {
    askedToSignIn?.abort()
    askedToSignIn = new AbortController()
    toast({
      kind: 'info',
      until: askedToSignIn.signal,
      title: 'Inicio de sesión requerido',
      text: 'Debes iniciar sesión para contactar a un abogado.',
    })
    return navigate(loginPath(`/lawyer/${id}`), { state: { contact: name } satisfies Partial<RoleState> })
  }

  const openChat = async () => {
    try {
      const { chatId } = await open()
      await navigate('/chat', { state: { chatId } })
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status === 401) return toLogin()
      setProblem(failure.message)
      toasts.say({ title: 'Error al contactar', text: failure.message })
    }
  }

  const contact = async () => {
    if (busy.current) return
    toasts.takeBack()
    setProblem(null)
    if (!user) return toLogin()
    if (user.role !== 'client')
      return toast({
        kind: 'error',
        title: 'Acceso restringido',
        text: 'Solo los clientes pueden contactar abogados.',
      })
    busy.current = true
    setPending(true)
    await openChat()
    busy.current = false
    setPending(false)
  }

  return { contact: () => void contact(), pending, problem }
}
