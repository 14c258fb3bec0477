import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { OFFLINE_MESSAGE } from '../../../platform/errors/offline-message.ts'
import { currentProofRequest, watchProofRequest } from '../../../platform/session/proof-request.ts'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ConfirmIdentityDialogProps } from './confirm-identity-dialog.tsx'

/** Part of the layout: opens «Confirma que eres tú» when a call needs it. Its code is loaded then (DAT-52). */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(watchProofRequest, currentProofRequest, () => null)
  const [Dialog, setDialog] = useState<ComponentType<ConfirmIdentityDialogProps>>()
  // A new key for each request, so that a password is never kept.
  const [key, setKey] = useState(0)
  useEffect(() => {
    if (!request) return
    setKey((last) => last + 1)
    importWithRetry(() => import('./confirm-identity-dialog.tsx')).then(
      (module) => setDialog(() => module.ConfirmIdentityDialog),
      () => {
        toast({ kind: 'error', text: OFFLINE_MESSAGE })
        request.end(false)
      },
    )
  }, [request])
  return Dialog && <Dialog key={key} open={request !== null} onEnd={(isProven) => request?.end(isProven)} />
}
