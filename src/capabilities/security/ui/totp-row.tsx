import { useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SecurityContract } from '../contract.ts'
import type { Overview } from '../schema.ts'
import { SettingRow } from './setting-row.tsx'

/**
 * DAT-46: the code of the application: its state, «Activar» and «Quitar». `isOnly`: there are no passkeys. Both dialogs belong to the row itself: the state
 * changes while they are open.
 */
export function TotpRow({ totp, isOnly }: Pick<Overview, 'totp'> & { isOnly: boolean }) {
  const api = rpc<SecurityContract>('security')
  const [started, setStarted] = useState({ secret: '', uri: '' })
  const setup = useLazyDialog(
    () => import('./totp-dialog.tsx'),
    (module) => module.TotpDialog,
  )
  const removal = useLazyDialog(
    () => import('../../../site/forms/submit-dialog.tsx'),
    (module) => module.SubmitDialog<unknown>,
  )
  const { submit, pending } = useSubmit(api.startTotp, {
    onDone(answer) {
      setStarted(answer)
      setup.show()
    },
  })
  return (
    <>
      {totp ? (
        <SettingRow
          title="Activado"
          text={`Desde el ${formatLongDate(totp.since)}`}
          action={
            <Button size="sm" pending={removal.pending} onClick={removal.show}>
              Quitar
            </Button>
          }
        />
      ) : (
        <SettingRow
          title="No está activado"
          text="Necesitas una aplicación de códigos en tu teléfono."
          action={
            <Button
              size="sm"
              pending={pending || setup.pending}
              pendingLabel="Preparando…"
              onClick={() => submit({})}
            >
              Activar
            </Button>
          }
        />
      )}
      {setup.render(started, started.secret)}
      {removal.render({
        title: '¿Quitar el código de la aplicación?',
        description: isOnly
          ? 'Tu cuenta se abrirá solo con tu contraseña, y tus códigos de recuperación dejarán de servir.'
          : 'Tu cuenta seguirá pidiendo una llave de acceso o un código de recuperación.',
        confirmText: 'Quitar',
        danger: true,
        send: () => api.removeTotp({}),
        onDone: () => toast({ kind: 'success', text: 'Quitaste el código de la aplicación.' }),
      })}
    </>
  )
}
