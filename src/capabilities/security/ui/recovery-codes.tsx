import { useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import type { SecurityContract } from '../contract.ts'
import type { Overview } from '../schema.ts'
import { SettingRow } from './setting-row.tsx'

/** DAT-47: how many are left, and «Crear códigos nuevos». */
export function RecoveryCodes({ codes }: Pick<Overview, 'codes'>) {
  const [fresh, setFresh] = useState<readonly string[]>([])
  const dialog = useLazyDialog(
    () => import('./new-codes-dialog.tsx'),
    (module) => module.NewCodesDialog,
  )
  const confirm = useLazyDialog(
    () => import('../../../site/forms/submit-dialog.tsx'),
    (module) => module.SubmitDialog<{ codes: string[] }>,
  )
  const create = () => rpc<SecurityContract>('security').newRecoveryCodes({})
  const onDone = (done: { codes: string[] }) => {
    setFresh(done.codes)
    dialog.show()
  }
  const { submit, pending } = useSubmit(create, { onDone })
  return (
    <>
      <SettingRow
        title={codes ? `Quedan ${codes.left} de ${codes.total}` : 'No tienes códigos'}
        text={codes && `Creados el ${formatLongDate(codes.createdAt)}`}
        action={
          <Button
            size="sm"
            pending={pending || confirm.pending}
            pendingLabel="Creando códigos…"
            onClick={() => (codes?.left ? confirm.show() : submit())}
          >
            Crear códigos nuevos
          </Button>
        }
      />
      {confirm.render({
        title: '¿Crear códigos nuevos?',
        description: 'Tus códigos anteriores dejarán de servir, también los que imprimiste.',
        confirmText: 'Crear códigos',
        send: create,
        onDone,
      })}
      {dialog.render({ codes: fresh })}
    </>
  )
}
