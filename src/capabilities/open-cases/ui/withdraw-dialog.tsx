import { Archive, MessageSquare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { REPUBLISH_DAYS } from '../../cases/rules.ts'
import { statusWords } from '../../cases/ui/status-words.ts'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES, WITHDRAWAL_REASONS, type WithdrawInput } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

export interface WithdrawDialogProps
  extends Pick<SubmitDialogProps<unknown>, 'open' | 'onOpenChange' | 'finalFocus'> {
  caseId: string
  title: string
  /** Pending proposals for the case. */
  proposals: number
  /** PLZ-66: it is not in the market. */
  isHidden?: boolean
}

const DAY_MS = 86_400_000
const icon = 'mt-0.5 size-5 flex-none text-muted'

/** SEG-33: «Retirar causa», with the reason. */
export function WithdrawDialog({ caseId, title, proposals, isHidden, ...dialog }: WithdrawDialogProps) {
  const [reason, setReason] = useState<WithdrawInput['reason'] | ''>('')
  const refresh = useRefreshCases()
  const until = new Date(Date.now() + REPUBLISH_DAYS * DAY_MS)
  return (
    <SubmitDialog
      {...dialog}
      validate={() => (reason === '' ? { reason: MESSAGES.reasonUnknown } : {})}
      send={async () => {
        if (reason !== '') await rpc<OpenCasesContract>('openCases').withdraw({ caseId, reason })
      }}
      onFailure={failureTextOf}
      onDone={() => {
        toast({ kind: 'success', text: MESSAGES.withdrawn })
        return refresh()
      }}
      closesOn={[404]}
      title="¿Retirar esta causa?"
      cancelText="Volver"
      confirmText="Retirar causa"
    >
      {(problems) => (
        <>
          <p className="text-ui font-semibold wrap-anywhere">{title}</p>
          <p className="text-small text-muted">
            {statusWords({ status: 'ingresado', visibility: isHidden ? 'hidden' : null })}
          </p>
          <RadioGroup
            className="mt-4"
            label="¿Por qué la retiras?"
            options={optionsOf(WITHDRAWAL_REASONS)}
            value={reason}
            error={problems.reason}
            onChange={(chosen) => setReason(chosen as WithdrawInput['reason'])}
          />
          <ul className="mt-4 grid gap-2 text-ui">
            <li className="flex gap-2.5">
              <Archive aria-hidden="true" className={icon} />
              {`${isHidden ? 'Deja de esperar abogado' : 'Sale del mercado'}${rejected(proposals)}.`}
            </li>
            <li className="flex gap-2.5">
              <MessageSquare aria-hidden="true" className={icon} />
              Tus chats se conservan.
            </li>
            <li className="flex gap-2.5">
              <Undo2 aria-hidden="true" className={icon} />
              {`Puedes volver a publicarla hasta el ${formatDate(until)}.`}
            </li>
          </ul>
        </>
      )}
    </SubmitDialog>
  )
}

const rejected = (proposals: number) =>
  proposals === 0
    ? ''
    : proposals === 1
      ? ' y se rechaza la propuesta pendiente'
      : ` y se rechazan las ${proposals} propuestas pendientes`
