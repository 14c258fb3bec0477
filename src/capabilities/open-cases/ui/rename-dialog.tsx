import { type RefObject, useEffect, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type CaseView, MAX_TITLE_LENGTH, MIN_TITLE_LENGTH } from '../../cases/schema.ts'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES, renameInput } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface RenameDialogProps {
  view: CaseView
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-31: «Cambiar nombre». What was typed stays after a failure. */
export function RenameDialog({ view, ...dialog }: RenameDialogProps) {
  const { id: caseId, plain_title, status } = view
  const [title, setTitle] = useState(plain_title)
  const refresh = useRefreshCases()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that opens begins with the title of that moment
  useEffect(() => {
    if (dialog.open) setTitle(plain_title)
  }, [dialog.open])
  const input = { caseId, title }
  return (
    <SubmitDialog
      {...dialog}
      validate={() => problemsOf(renameInput.safeParse(input))}
      send={() => rpc<OpenCasesContract>('openCases').rename(renameInput.parse(input))}
      onFailure={failureTextOf}
      toast={null}
      onDone={() => {
        toast({ kind: 'success', text: MESSAGES.renamed })
        return refresh()
      }}
      title="Cambiar nombre"
      description={
        status === 'ingresado'
          ? 'Los abogados con quienes conversas sabrán que actualizaste tu causa. En el mercado se ocultan los nombres y datos de contacto.'
          : 'Tú y tu abogado verán la causa con este nombre.'
      }
      cancelText="Volver"
      confirmText="Guardar nombre"
      pendingLabel="Guardando…"
    >
      {(problems) => (
        <TextField
          label="Nombre de la causa"
          hint={`De ${MIN_TITLE_LENGTH} a ${MAX_TITLE_LENGTH} caracteres.`}
          name="title"
          autoComplete="off"
          value={title}
          error={problems.title}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
    </SubmitDialog>
  )
}
