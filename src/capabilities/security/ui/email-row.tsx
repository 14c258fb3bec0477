import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SecurityContract } from '../contract.ts'
import type { Overview } from '../schema.ts'
import { SettingRow } from './setting-row.tsx'

/** DAT-43, DAT-55: the address of the account, «Cambiar correo», and a change that waits for its link. */
export function EmailRow({ email: { address, pending } }: Pick<Overview, 'email'>) {
  const dialog = useLazyDialog(
    () => import('./email-dialog.tsx'),
    (module) => module.EmailDialog,
  )
  const { submit, pending: cancelling } = useSubmit(rpc<SecurityContract>('security').cancelEmailChange, {
    onDone: () => toast({ kind: 'success', text: 'Cancelaste el cambio: tu correo sigue igual.' }),
  })
  return (
    <>
      <SettingRow
        title={<span className="wrap-anywhere">{address}</span>}
        text="Con este correo inicias sesión."
        action={
          <Button size="sm" pending={dialog.pending} onClick={dialog.show}>
            Cambiar correo
          </Button>
        }
      />
      {pending && (
        <div className="border-t border-line">
          <SettingRow
            title={<span className="wrap-anywhere">{`Falta confirmar ${pending.address}`}</span>}
            text={`Abre el enlace que enviamos a ese correo. Vence el ${formatLongDate(pending.expiresAt)}.`}
            action={
              <Button size="sm" pending={cancelling} pendingLabel="Cancelando…" onClick={() => submit({})}>
                Cancelar
              </Button>
            }
          />
        </div>
      )}
      {dialog.render({})}
    </>
  )
}
