import { Zap } from 'lucide-react'
import { useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'

const loadPopup = () => import('./quick-replies.tsx')

interface QuickRepliesButtonProps {
  /** As the lawyer may see it. */
  partnerName: string
  /** Writes a text where the cursor of the composer is. */
  insert(text: string): void
}

/** SEG-74: «Respuestas rápidas» of a lawyer, beside the field of a new message. */
export function QuickRepliesButton(props: QuickRepliesButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const popup = useLazyDialog(loadPopup, (module) => module.QuickReplies)
  return (
    <>
      <IconButton
        ref={button}
        label="Respuestas rápidas"
        aria-haspopup="dialog"
        aria-expanded={popup.open}
        icon={<Zap aria-hidden="true" className="size-5" />}
        onClick={() => (popup.open ? popup.setOpen(false) : popup.show())}
      />
      {popup.render({ ...props, anchor: button })}
    </>
  )
}
