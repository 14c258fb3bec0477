import { Camera, Paperclip, Upload as UploadIcon } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { MESSAGES } from '../schema.ts'
import { UploadLine } from './file-line.tsx'
import type { ChatUploads } from './use-chat-files.ts'
import { DOCUMENT_RULES } from './use-uploads.ts'

const LABEL = 'Adjuntar archivo'
const clip = <Paperclip aria-hidden="true" className="size-5.25" />

/** SEG-71: the clip beside the field of a new message; on phones it also offers the camera (SEG-18). */
export function AttachButton({ chatId, uploads }: { chatId: string; uploads: ChatUploads }) {
  const file = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const inputs = [
    { input: file, label: LABEL, accept: DOCUMENT_RULES.types.join(','), multiple: true },
    { input: photo, label: 'Tomar foto', accept: 'image/jpeg,image/png', capture: 'environment' as const },
  ]
  return (
    <>
      <IconButton
        label={LABEL}
        title={MESSAGES.asSent}
        icon={clip}
        onClick={() => file.current?.click()}
        className="max-md:hidden"
      />
      <Menu
        label={LABEL}
        icon={clip}
        align="start"
        className="md:hidden"
        sections={[
          {
            heading: MESSAGES.asSent,
            items: [
              {
                label: 'Tomar foto',
                icon: <Camera aria-hidden="true" />,
                onSelect: () => photo.current?.click(),
              },
              {
                label: 'Elegir archivo',
                icon: <UploadIcon aria-hidden="true" />,
                onSelect: () => file.current?.click(),
              },
            ],
          },
        ]}
      />
      {inputs.map(({ input, label, ...rest }) => (
        <input
          key={label}
          ref={input}
          type="file"
          hidden
          aria-label={label}
          {...rest}
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])], { chatId })
            // Without the reset, choosing the same file again would trigger no event.
            event.target.value = ''
          }}
        />
      ))}
    </>
  )
}

/** SEG-71, SEG-19: files that are being sent in a chat, or that failed. */
export function SendingFiles({ chatId, uploads }: { chatId: string; uploads: ChatUploads }) {
  const list = useRef<HTMLUListElement>(null)
  const own = uploads.uploads.filter(({ target }) => target.chatId === chatId)
  if (own.length === 0) return null
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Archivos que se están enviando"
      className="grid max-h-[40dvh] justify-items-end gap-2 overflow-y-auto px-4 py-2 outline-none md:px-7"
    >
      {own.map((upload) => (
        <li
          key={upload.id}
          className="w-[min(26rem,100%)] rounded-[14px] rounded-br-[4px] border border-line bg-surface px-3 py-2"
        >
          <UploadLine
            upload={upload}
            onRetry={() => uploads.retry(upload)}
            onDrop={() => {
              uploads.drop(upload.id)
              // The pressed button disappears with its row.
              list.current?.focus()
            }}
          />
        </li>
      ))}
    </ul>
  )
}
