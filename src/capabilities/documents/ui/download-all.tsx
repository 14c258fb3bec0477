import { Download } from 'lucide-react'
import { useState } from 'react'
import { OFFLINE_MESSAGE } from '../../../platform/errors/offline-message.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { MESSAGES } from '../schema.ts'

/** SEG-24: «Descargar todo». Asks first whether the download is allowed, so that a refusal is no saved file. */
export function DownloadAll({ caseId }: { caseId: string }) {
  const hydrated = useHydrated()
  const [pending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    const url = `/api/cases/${caseId}/documentos.zip`
    const response = await fetch(url, { method: 'HEAD' }).catch(() => null)
    setPending(false)
    if (response?.ok) location.assign(url)
    else toast({ kind: 'error', text: response?.status === 429 ? MESSAGES.tooManyArchives : OFFLINE_MESSAGE })
  }
  return (
    <Button disabled={!hydrated} pending={pending} onClick={() => void download()}>
      <Download aria-hidden="true" className="size-4.5" />
      Descargar todo
    </Button>
  )
}
