import { type ComponentType, useState } from 'react'
import { OFFLINE_MESSAGE } from '../../platform/errors/offline-message.ts'
import { importWithRetry } from '../../ui/boot/import-with-retry.ts'
import { toast } from '../../ui/feedback/toast.ts'

/**
 * A dialog whose code is loaded when it is first opened. If loading fails, shows a toast; the next attempt
 * tries again. Keep `Dialog` mounted after closing, so that the dialog can return the focus.
 * @param load dynamic import of the module
 * @param pick the dialog component of the module
 */
export function useLazyDialog<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const show = () => {
    setPending(true)
    importWithRetry(load)
      .then(
        (module) => {
          setDialog(() => pick(module))
          setOpen(true)
        },
        () => toast({ kind: 'error', text: OFFLINE_MESSAGE }),
      )
      .finally(() => setPending(false))
  }
  return { Dialog, open, setOpen, pending, show }
}
