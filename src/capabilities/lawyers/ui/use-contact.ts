import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { failureOf } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import type { RoleState } from '../../accounts/ui/role-state.ts'
import { loginPath } from '../../accounts/ui/use-return-path.ts'
import type { PublicLawyer } from '../schema.ts'

export interface Contact {
  contact(): void
  pending: boolean
  /** Error text of the last attempt; stays after the toast has gone. */
  problem: string | null
}

/** Dismisses the sign-in toast. In module scope, since the hook unmounts meanwhile. Set in browsers only. */
let loginToast: AbortController | undefined

/**
 * «Contactar» (PUB-13 to PUB-16): sends visitors to /login, which offers registration first, and back; opens
 * the chat for clients. Ignores further presses while one is in progress.
 * @param open creates or finds the chat with this lawyer (CAL-09)
 */
export function useContact(
  { id, name }: Pick<PublicLawyer, 'id' | 'name'>,
  open: () => Promise<{ chatId: string }>,
): Contact {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  const navigate = useNavigate()
  const toasts = useFailureToast()
  const isBusy = useRef(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (user) loginToast?.abort()
  }, [user])

  const toLogin = () => {
    loginToast?.abort()
    loginToast = new AbortController()
    toast({
      kind: 'info',
      dismissSignal: loginToast.signal,
      title: 'Inicio de sesión requerido',
      text: 'Debes iniciar sesión para contactar a un abogado.',
    })
    return navigate(loginPath(`/lawyer/${id}`), { state: { lawyerName: name } satisfies Partial<RoleState> })
  }

  const openChat = async () => {
    try {
      const { chatId } = await open()
      await navigate('/chat', { state: { chatId } })
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status === 401) return toLogin()
      setProblem(failure.message)
      toasts.show({ title: 'Error al contactar', text: failure.message })
    }
  }

  const contact = async () => {
    if (isBusy.current) return
    toasts.dismiss()
    setProblem(null)
    if (!user) return toLogin()
    if (user.role !== 'client')
      return toast({
        kind: 'error',
        title: 'Acceso restringido',
        text: 'Solo los clientes pueden contactar abogados.',
      })
    isBusy.current = true
    setPending(true)
    await openChat()
    isBusy.current = false
    setPending(false)
  }

  return { contact: () => void contact(), pending, problem }
}
