import { CircleCheck, CircleX, MailQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import type { AccountsContract } from '../capabilities/accounts/contract.ts'
import { rpc } from '../platform/rpc/client.ts'
import { useSubmit } from '../site/forms/use-submit.ts'
import { LoadFailed } from '../site/loaded.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadingIndicator } from '../ui/feedback/spinner.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/email-verification'

/** EML-03: time from success to the redirect to /login. */
const REDIRECT_DELAY_MS = 3_000
/** Link types that confirm an e-mail address (OPEN-16). Any other type is an error. */
const CONFIRMATION_TYPES = ['email', 'signup']

export const meta: Route.MetaFunction = () => privateMeta('Verificar correo')

/** Only reads the URL: loading the page changes nothing, since mail scanners open links, too (OPEN-09). */
export function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url
  const token = searchParams.get('token')
  // OPEN-09: a recovery link redirects to the form that uses it.
  if (token && searchParams.get('type') === 'recovery') {
    throw redirect(`/restablecer-contrasena?${new URLSearchParams({ token })}`)
  }
  // DAT-55: after «#», so that the secret is in no log of a later page.
  if (token && searchParams.get('type') === 'email_change') {
    throw redirect(`/cambio-de-correo#${new URLSearchParams({ confirmar: token })}`)
  }
  return { token, confirms: CONFIRMATION_TYPES.includes(searchParams.get('type') ?? 'email') }
}

export default function EmailVerification({ loaderData: { token, confirms } }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <PageContainer className="grid min-h-[60vh] place-items-center py-10">
        {token && confirms ? <Verification token={token} /> : token ? <Invalid /> : <NoToken />}
      </PageContainer>
    </QueryProvider>
  )
}

function Verification({ token }: { token: string }) {
  const navigate = useNavigate()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const { submit, failure } = useSubmit(rpc<AccountsContract>('accounts').confirmEmail, {
    onDone: () => setIsConfirmed(true),
    forVisitors: true,
    toast: null,
  })
  // A link works once. In development effects run twice, and the second request would be refused.
  const sent = useRef('')
  useEffect(() => {
    if (sent.current === token) return
    sent.current = token
    void submit({ token })
  }, [submit, token])
  useEffect(() => {
    if (!isConfirmed) return
    const timer = setTimeout(() => void navigate('/login'), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isConfirmed, navigate])

  if (failure) {
    // An invalid link is final; any other failure is worth a retry.
    return failure.status === 404 || failure.status === 422 ? (
      <Invalid />
    ) : (
      <LoadFailed
        level="h1"
        title="No se pudo verificar tu correo"
        message={failure.message}
        retry={() => submit({ token })}
      />
    )
  }
  if (!isConfirmed) return <LoadingIndicator label="Verificando tu correo..." />
  return (
    <div role="status">
      <EmptyState
        level="h1"
        icon={<CircleCheck className="text-verified" />}
        title="¡Correo verificado!"
        text="Te llevaremos al inicio de sesión en unos segundos."
        action={
          <ButtonLink to="/login" variant="primary">
            Ir a Iniciar Sesión
          </ButtonLink>
        }
      />
    </div>
  )
}

const backHome = (
  <ButtonLink to="/" variant="primary">
    Volver al inicio
  </ButtonLink>
)

function Invalid() {
  return (
    <div role="alert">
      <EmptyState
        level="h1"
        icon={<CircleX className="text-danger-ink" />}
        title="No se pudo verificar tu correo"
        text="El enlace no es válido o ha expirado."
        action={backHome}
      />
    </div>
  )
}

function NoToken() {
  return (
    <EmptyState
      level="h1"
      icon={<MailQuestion />}
      title="Falta el código de verificación"
      text="Abre el enlace completo que recibiste por correo."
      action={backHome}
    />
  )
}
