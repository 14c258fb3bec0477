import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AccountsContract } from '../contract.ts'

const closedText = (closed: number) =>
  closed === 0
    ? 'No había otras sesiones abiertas.'
    : closed === 1
      ? 'Se cerró 1 sesión.'
      : `Se cerraron ${closed} sesiones.`

/** «Cerrar otras sesiones» (OPEN-10). No confirmation dialog, since this browser loses nothing. */
export function OtherSessionsButton() {
  const { submit, pending } = useSubmit(rpc<AccountsContract>('accounts').closeOtherSessions, {
    onDone: ({ closed }) => toast({ kind: 'success', title: 'Sesiones cerradas', text: closedText(closed) }),
  })
  return (
    <Button pending={pending} pendingLabel="Cerrando sesiones…" onClick={() => submit({})}>
      Cerrar otras sesiones
    </Button>
  )
}

/** The button with its explanation. */
export function OtherSessions() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-[46ch] text-ui text-muted">
        Si entraste a Amparo desde otro computador o teléfono, puedes salir de todos ellos y seguir solo en
        este.
      </p>
      <OtherSessionsButton />
    </div>
  )
}
