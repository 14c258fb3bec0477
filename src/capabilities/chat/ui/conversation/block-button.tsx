import { Ban } from 'lucide-react'
import { useRef } from 'react'
import { useLazyDialog } from '../../../../site/forms/use-lazy-dialog.tsx'
import { useIsSuspended } from '../../../../site/use-root-data.ts'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import type { Chat } from '../../schema.ts'
import { useBlock } from './use-block.ts'

const loadDialog = () => import('./block-dialog.tsx')

/** «Bloquear a {nombre}», in the head of a conversation; blocked, the field offers «Desbloquear». */
export function BlockButton({ chat }: { chat: Chat }) {
  const button = useRef<HTMLButtonElement>(null)
  const { blocks } = useBlock(chat.id)
  const dialog = useLazyDialog(loadDialog, (module) => module.BlockDialog)
  const isSuspended = useIsSuspended()
  if (blocks || isSuspended) return null
  return (
    <>
      <IconButton
        ref={button}
        label={`Bloquear a ${chat.partner.name}`}
        icon={<Ban aria-hidden="true" className="size-5" />}
        aria-busy={dialog.pending}
        onClick={dialog.show}
        className="max-md:-ml-2.5 md:order-last print:hidden"
      />
      {dialog.render({ chat, finalFocus: button })}
    </>
  )
}
