import { type ComponentType, useState } from 'react'
import { OFFLINE } from '../../../platform/rpc/offline.ts'
import { fetched } from '../../../ui/fetched.ts'
import { toast } from '../../../ui/toast.ts'

/**
 * A dialog whose program is fetched with the first press. When it cannot be, that is said, and the next press tries
 * again. `Part` stays mounted after the first time, so that closing gives the focus back.
 */
export function useFetchedDialog<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const show = () => {
    setPending(true)
    fetched(load)
      .then(
        (module) => {
          setPart(() => pick(module))
          setOpen(true)
        },
        () => toast({ kind: 'error', text: OFFLINE }),
      )
      .finally(() => setPending(false))
  }
  return { Part, open, setOpen, pending, show }
}
