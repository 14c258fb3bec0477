import { Ban, EyeOff, FileText } from 'lucide-react'
import { failureTextOf } from '../../../../site/forms/failure-text.ts'
import { SubmitDialog, type SubmitDialogProps } from '../../../../site/forms/submit-dialog.tsx'
import type { Chat } from '../../schema.ts'
import { useBlock } from './use-block.ts'

type BlockDialogProps = Pick<SubmitDialogProps<unknown>, 'open' | 'onOpenChange' | 'finalFocus'> & {
  chat: Chat
}

const icon = 'mt-0.5 size-5 flex-none text-muted'

/** DAT-68: what a block does, before it is done. */
export function BlockDialog({ chat: { id, partner, side }, ...dialog }: BlockDialogProps) {
  const { block, keep } = useBlock(id)
  return (
    <SubmitDialog
      {...dialog}
      send={block}
      onFailure={failureTextOf}
      onDone={keep}
      closesOn={[404]}
      title={`Bloquear a ${partner.name}`}
      cancelText="Volver"
      confirmText="Bloquear"
      danger
    >
      <ul className="grid gap-3 text-ui">
        <li className="flex gap-3">
          <Ban aria-hidden="true" className={icon} />
          {side === 'client'
            ? 'No podrá escribirte ni enviarte propuestas. Ambos pueden seguir leyendo.'
            : 'No podrá escribirte, ni tú enviarle propuestas. Ambos pueden seguir leyendo.'}
        </li>
        <li className="flex gap-3">
          <EyeOff aria-hidden="true" className={icon} />
          {side === 'client'
            ? 'Tus causas sin abogado dejan de aparecerle. No le avisamos.'
            : 'No le avisamos.'}
        </li>
        <li className="flex gap-3">
          <FileText aria-hidden="true" className={icon} />
          La causa y sus documentos siguen disponibles.
        </li>
      </ul>
    </SubmitDialog>
  )
}
