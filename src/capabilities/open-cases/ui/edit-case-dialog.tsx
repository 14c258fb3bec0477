import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Intake, type IntakeField, intakeProblems } from '../../cases/intake/answers.ts'
import { restoreIntake } from '../../cases/intake/restore.ts'
import { EditCaseFields } from '../../cases/ui/edit-case-fields.tsx'
import { toPublishInput } from '../../cases/ui/wizard-values.ts'
import type { OpenCasesContract } from '../contract.ts'
import { openCasesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface EditCaseDialogProps {
  caseId: string
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-32: «Editar causa», by the rules of the wizard. */
export function EditCaseDialog({ caseId, open, onOpenChange, finalFocus }: EditCaseDialogProps) {
  const options = openCasesQueries().answers.queryOptions({ input: { caseId } })
  const query = useQuery({ ...options, enabled: open, staleTime: 0, refetchOnWindowFocus: false })
  /** Null: nothing was changed since the dialog was opened. */
  const [changed, setChanged] = useState<Intake | null>(null)
  const refresh = useRefreshCases()
  const values = changed ?? (query.data ? restoreIntake(query.data) : null)
  return (
    <SubmitDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setChanged(null)
        onOpenChange(next)
      }}
      finalFocus={finalFocus}
      disabled={!values}
      validate={() => Object.fromEntries(values ? intakeProblems(values, isoDay(new Date())) : [])}
      send={async () => {
        if (!values) return
        const { id: _, in_market: __, ...input } = toPublishInput(caseId, values)
        await rpc<OpenCasesContract>('openCases').edit({ caseId, ...input })
      }}
      onFailure={failureTextOf}
      toast={null}
      onDone={() => {
        toast({ kind: 'success', text: MESSAGES.edited })
        return refresh()
      }}
      title="Editar causa"
      description="Los abogados con quienes conversas sabrán que la actualizaste."
      cancelText="Volver"
      confirmText="Guardar cambios"
      pendingLabel="Guardando…"
    >
      {(problems) => (
        <Loaded query={query} failed={MESSAGES.answersFailed} label="Cargando tus respuestas…">
          {(answers) => (
            <EditCaseFields
              values={changed ?? restoreIntake(answers)}
              problems={new Map(Object.entries(problems) as [IntakeField, string][])}
              onChange={(next) => setChanged((before) => next(before ?? restoreIntake(answers)))}
            />
          )}
        </Loaded>
      )}
    </SubmitDialog>
  )
}
