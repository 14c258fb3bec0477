import { type RefObject, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { ClosingsContract } from '../contract.ts'
import { MAX_REASON_LENGTH, MESSAGES, reasonedInput } from '../schema.ts'
import { useRefreshClosing } from './use-closing.ts'

export type ClosingAction = 'object' | 'requestReopening' | 'declineReopening' | 'reopen'

interface ReasonDialogProps {
  action: ClosingAction
  caseId: string
  closingId: string
  /** Name of the other party. */
  other: string
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: { readonly current: HTMLElement | null }
}

interface Texts {
  title: string
  description(other: string): string
  label: string
  confirm: string
  done: string
}

const TEXTS: Record<ClosingAction, Texts> = {
  object: {
    title: 'No estoy de acuerdo',
    description: (other) =>
      `La causa vuelve a «en progreso» y ${other} recibe tu explicación. Podrá cerrarla de nuevo después de 3 días.`,
    label: '¿Por qué no estás de acuerdo?',
    confirm: 'No estoy de acuerdo',
    done: MESSAGES.objected,
  },
  requestReopening: {
    title: 'Pedir reapertura',
    description: (other) => `${other} recibe tu explicación y te responde.`,
    label: '¿Por qué pides reabrirla?',
    confirm: 'Pedir reapertura',
    done: MESSAGES.requested,
  },
  declineReopening: {
    title: 'No reabrir la causa',
    description: (other) => `${other} verá tu respuesta.`,
    label: '¿Por qué no la reabrirás?',
    confirm: 'Responder que no',
    done: MESSAGES.declined,
  },
  reopen: {
    title: 'Reabrir la causa',
    description: (other) => `La causa vuelve a «en progreso» y ${other} lo sabrá.`,
    label: '¿Por qué la reabres?',
    confirm: 'Reabrir causa',
    done: MESSAGES.reopened,
  },
}

/** SEG-37, SEG-40: a change of a closed case, with its reason. */
export function ReasonDialog({ action, caseId, closingId, other, finalFocus, ...dialog }: ReasonDialogProps) {
  const { title, description, label, confirm, done } = TEXTS[action]
  const [why, setWhy] = useState('')
  const input = { caseId, closingId, why }
  const refresh = useRefreshClosing()
  return (
    <SubmitDialog
      {...dialog}
      finalFocus={finalFocus as RefObject<HTMLElement | null>}
      validate={() => problemsOf(reasonedInput.safeParse(input))}
      send={() => rpc<ClosingsContract>('closings')[action](input)}
      onFailure={failureTextOf}
      toast={null}
      onDone={() => {
        toast({ kind: 'success', text: done })
        setWhy('')
        return refresh()
      }}
      title={title}
      description={description(other)}
      cancelText="Volver"
      confirmText={confirm}
    >
      {(problems) => (
        <TextArea
          label={label}
          rows={3}
          limit={MAX_REASON_LENGTH}
          value={why}
          error={problems.why}
          onChange={(event) => setWhy(event.target.value)}
        />
      )}
    </SubmitDialog>
  )
}
