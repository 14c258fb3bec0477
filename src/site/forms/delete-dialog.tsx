import { failureOf } from '../../platform/rpc/client.ts'
import { SubmitDialog, type SubmitDialogProps } from './submit-dialog.tsx'

interface DeleteDialogProps extends Omit<SubmitDialogProps<void>, 'send'> {
  remove(): Promise<void>
}

/** Asks for confirmation before a deletion. 404 counts as success: it is deleted already. */
export function DeleteDialog({ remove, ...dialog }: DeleteDialogProps) {
  const send = () =>
    remove().catch((error: unknown) => {
      if (failureOf(error).status !== 404) throw error
    })
  return <SubmitDialog {...dialog} danger send={send} />
}
