import { useMutation } from '@tanstack/react-query'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'

const closedText = (closed: number) =>
  closed === 0
    ? 'No había otras sesiones abiertas.'
    : closed === 1
      ? 'Se cerró 1 sesión.'
      : `Se cerraron ${closed} sesiones.`

/** «Cerrar otras sesiones» (OPEN-10). No confirmation dialog, since this browser loses nothing. */
export function OtherSessions() {
  const failureToast = useFailureToast()
  const close = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).closeOtherSessions.mutationOptions({
      onMutate: failureToast.dismiss,
      onSuccess: ({ closed }) =>
        toast({ kind: 'success', title: 'Sesiones cerradas', text: closedText(closed) }),
      onError: (error) => failureToast.show({ text: failureTextOf(failureOf(error)) }),
    }),
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-[46ch] text-ui text-muted">
        Si entraste a Amparo desde otro computador o teléfono, puedes salir de todos ellos y seguir solo en
        este.
      </p>
      <Button pending={close.isPending} pendingLabel="Cerrando sesiones…" onClick={() => close.mutate({})}>
        Cerrar otras sesiones
      </Button>
    </div>
  )
}
