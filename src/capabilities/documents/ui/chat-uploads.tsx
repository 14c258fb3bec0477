import { Paperclip } from 'lucide-react'
import { type ComponentType, useCallback, useRef, useState } from 'react'
import { OFFLINE_MESSAGE } from '../../../platform/errors/offline-message.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { FILE_EXTENSIONS, PHOTO_TYPES } from './accepted-files.ts'
import type { ChosenFiles, ShownChat } from './sending-files.tsx'

type Sender = ComponentType<{ chosen: readonly ChosenFiles[]; shown: ShownChat | null }>

/** SEG-71: uploads of files in chats. Their code is loaded when the first file is chosen. */
export function useChatUploads() {
  const [Sending, setSending] = useState<Sender>()
  const [chosen, setChosen] = useState<readonly ChosenFiles[]>([])
  const [shown, setShown] = useState<ShownChat | null>(null)
  return {
    async add(files: ChosenFiles) {
      if (files.files.length === 0) return
      try {
        const module = await importWithRetry(() => import('./sending-files.tsx'))
        setSending(() => module.SendingFiles)
        setChosen((earlier) => [...earlier, files])
      } catch {
        toast({ kind: 'error', text: OFFLINE_MESSAGE })
      }
    },
    setShown,
    sending: Sending && <Sending chosen={chosen} shown={shown} />,
  }
}

export type ChatUploads = ReturnType<typeof useChatUploads>

const LABEL = 'Adjuntar archivo'
const clip = <Paperclip aria-hidden="true" className="size-5.25" />
const loadDialog = () => import('./attach-dialog.tsx')

/** SEG-71: the clip beside the field of a new message; on phones it offers camera and file (SEG-18). */
export function AttachButton({ chatId, uploads }: { chatId: string; uploads: ChatUploads }) {
  const file = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.AttachDialog)
  const inputs = [
    { input: file, label: LABEL, accept: FILE_EXTENSIONS.join(','), multiple: true },
    { input: photo, label: 'Tomar foto', accept: PHOTO_TYPES, capture: 'environment' as const },
  ]
  return (
    <>
      <IconButton label={LABEL} icon={clip} onClick={() => file.current?.click()} className="max-md:hidden" />
      <IconButton label={LABEL} icon={clip} onClick={dialog.show} className="md:hidden" />
      {dialog.render({ takePhoto: () => photo.current?.click(), chooseFile: () => file.current?.click() })}
      {inputs.map(({ input, label, ...rest }) => (
        <input
          key={label}
          ref={input}
          type="file"
          hidden
          aria-label={label}
          {...rest}
          onChange={(event) => {
            void uploads.add({ chatId, files: [...(event.target.files ?? [])] })
            // Without the reset, choosing the same file again would trigger no event.
            event.target.value = ''
          }}
        />
      ))}
    </>
  )
}

/** Where the uploads of the shown chat are. */
export function SendingArea({ chatId, uploads }: { chatId: string; uploads: ChatUploads }) {
  const { setShown } = uploads
  const attach = useCallback(
    (element: HTMLElement | null) => setShown(element && { chatId, element }),
    [chatId, setShown],
  )
  return <div ref={attach} />
}
