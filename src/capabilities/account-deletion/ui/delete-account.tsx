import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import type { DeleteAccountProps } from './delete-dialog.tsx'

const loadDialog = () => import('./delete-dialog.tsx')

/** DEL-01: the danger zone. The dialog's code is loaded on the first press. */
export function DeleteAccount(props: DeleteAccountProps) {
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteDialog)
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-[46ch] text-ui text-muted">
        Borra tu cuenta y tu perfil para siempre. Esta acción no se puede deshacer.
      </p>
      <Button variant="danger" pending={dialog.pending} onClick={dialog.show}>
        Eliminar cuenta
      </Button>
      {dialog.render(props)}
    </div>
  )
}
