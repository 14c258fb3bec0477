import { useState } from 'react'
import { Link } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { AccessLayout } from '../../../site/access-layout.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { SecurityContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useHash } from './use-mailed-link.ts'

/** DAT-54: «No fui yo». Opening the page does nothing, because programs that check e-mails open links, too. */
export function AlarmForm({ onDenied }: { onDenied(): void }) {
  // The secret is after «#», so only the browser has it. Another link in the same tab starts over.
  const token = useHash()
  return <LinkForm key={token} token={token} onDenied={onDenied} />
}

function LinkForm({ token, onDenied }: { token: string | null; onDenied(): void }) {
  const [isDenied, setDenied] = useState(false)
  const { submit, pending, failure } = useSubmit(rpc<SecurityContract>('security').denySignIn, {
    onDone() {
      setDenied(true)
      onDenied()
    },
    forVisitors: true,
    toast: null,
  })
  if (isDenied)
    return (
      <AccessLayout title="Cerramos todas tus sesiones">
        <NextSteps />
      </AccessLayout>
    )
  const isIncomplete = token === '' || failure?.status === 422
  const isDead = isIncomplete || failure?.status === 404
  const problem = isIncomplete ? MESSAGES.linkIncomplete : failure?.message
  return (
    <AccessLayout
      title="¿No fuiste tú?"
      above={
        <p className="text-ui text-muted">
          Si no fuiste tú, cerramos todas las sesiones de tu cuenta y tu contraseña deja de servir. Te
          enviamos un correo para elegir otra.
        </p>
      }
      below={
        isDead && (
          <p>
            ¿El enlace ya no sirve? <Link to="/recuperar-contrasena">Elige otra contraseña</Link>: también
            cierra todas tus sesiones. Si cambió el correo de tu cuenta, usa el enlace del aviso «El correo de
            tu cuenta cambió».
          </p>
        )
      }
    >
      <div className="grid gap-5">
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        {!isDead && (
          <Button
            variant="primary"
            size="lg"
            block
            pending={pending || token === null}
            pendingLabel="Cerrando tus sesiones…"
            onClick={() => void submit({ token: token ?? '' })}
          >
            No fui yo
          </Button>
        )}
      </div>
    </AccessLayout>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function NextSteps() {
  return (
    // The pressed button is gone: the focus goes on to what replaces it.
    <div role="status" tabIndex={-1} ref={focus} className="grid gap-6 outline-none">
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          Abre el correo que te enviamos y elige una contraseña que no hayas usado. La anterior ya no sirve.
        </li>
        <li>
          Si tu cuenta tiene llaves de acceso o un código, entra y revisa{' '}
          <Link to="/seguridad">Seguridad de tu cuenta</Link>: quita lo que no agregaste tú y crea códigos de
          recuperación nuevos.
        </li>
        <li>
          ¿Te piden una llave o un código que no es tuyo?{' '}
          <Link to="/recuperar-acceso">Perdí mi segundo paso</Link> lo quita en 72 horas.
        </li>
      </ol>
      <ButtonLink to="/recuperar-contrasena" size="lg" block>
        Pedir el correo otra vez
      </ButtonLink>
    </div>
  )
}
