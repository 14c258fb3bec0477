import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { SecurityContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useHash } from './use-mailed-link.ts'

/** DAT-54: «No fui yo». Opening the page does nothing, because programs that check e-mails open links, too. */
export function AlarmForm({ onDenied }: { onDenied(): void }) {
  // The secret is after «#», so only the browser has it.
  const token = useHash()
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
      <div className="grid gap-5">
        <Notice live title="Cerramos todas tus sesiones">
          Te enviamos un correo para elegir una contraseña nueva. La anterior ya no sirve. Si al entrar te
          piden una llave o un código que no agregaste tú, quítalo con «Perdí mi segundo paso»: tarda 72
          horas.
        </Notice>
        <ButtonLink to="/recuperar-contrasena" size="lg" block>
          Pedir el correo otra vez
        </ButtonLink>
      </div>
    )
  const problem = token === '' ? MESSAGES.linkIncomplete : failure?.message
  return (
    <div className="grid gap-5">
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      {token !== '' && (
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
  )
}
