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
  const { submit, pending } = useSubmit(rpc<SecurityContract>('security').newRecoveryCodes, {
    onDone(done) {
      setFresh(done.codes)
      dialog.show()
    },
  })
  return (
    <>
      <SettingRow
        title={codes ? `Quedan ${codes.left} de ${codes.total}` : 'No tienes códigos'}
        text={codes && `Creados el ${formatLongDate(codes.createdAt)}`}
        action={
          <Button size="sm" pending={pending} pendingLabel="Creando códigos…" onClick={() => submit({})}>
            Crear códigos nuevos
          </Button>
        }
      />
      {dialog.render({ codes: fresh })}
    </>
  )
}
