import { type ComponentType, useState } from 'react'
import { OFFLINE_MESSAGE } from '../../platform/errors/offline-message.ts'
import { importWithRetry } from '../../ui/boot/import-with-retry.ts'
import { toast } from '../../ui/feedback/toast.ts'

interface Openable {
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * A dialog whose code is loaded when it is first opened. If loading fails, shows a toast; the next attempt
 * tries again.
 * @param load dynamic import of the module
 * @param pick the dialog component of the module
 * @returns `render` renders the dialog. Keep calling it after closing, so that the dialog can return the focus.
 */
export function useLazyDialog<Module, Props extends Openable>(
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
  /** @param key another key is another dialog, without the state of the last one */
  const render = (props: Omit<Props, keyof Openable>, key?: string) =>
    Dialog && <Dialog key={key} {...(props as Props)} open={open} onOpenChange={setOpen} />
  return { render, open, setOpen, pending, show }
}
