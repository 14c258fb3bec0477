import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type IntakeField, intakeProblems } from '../../cases/intake/answers.ts'
import { restoreIntake } from '../../cases/intake/restore.ts'
import { EditCaseFields } from '../../cases/ui/edit-case-fields.tsx'
import { toPublishInput } from '../../cases/ui/wizard-values.ts'
import type { OpenCasesContract } from '../contract.ts'
import { openCasesQueries } from '../queries.ts'
import { type CaseAnswers, MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface EditCaseDialogProps {
  caseId: string
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-32: «Editar causa», by the rules of the wizard. */
export function EditCaseDialog(props: EditCaseDialogProps) {
  const { open, onOpenChange, finalFocus } = props
  const formId = useId()
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      locked={pending}
      title="Editar causa"
      description="Los abogados con quienes conversas sabrán que la actualizaste."
      actions={
        <>
          <Button aria-disabled={pending} onClick={() => pending || onOpenChange(false)}>
            Volver
          </Button>
          <SubmitButton form={formId} pending={pending} pendingLabel="Guardando…">
            Guardar cambios
          </SubmitButton>
        </>
      }
    >
      <LoadedForm {...props} formId={formId} onPending={setPending} />
    </Dialog>
  )
}

interface FormProps extends EditCaseDialogProps {
  formId: string
  onPending(pending: boolean): void
}

function LoadedForm(props: FormProps) {
  const options = openCasesQueries().answers.queryOptions({ input: { caseId: props.caseId } })
  const query = useQuery({ ...options, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <Loaded query={query} failed={MESSAGES.answersFailed} label="Cargando tus respuestas…">
      {(answers) => <EditForm {...props} answers={answers} />}
    </Loaded>
  )
}

function EditForm({
  caseId,
  formId,
  answers,
  onPending,
  onOpenChange,
}: FormProps & { answers: CaseAnswers }) {
  const [values, setValues] = useState(() => restoreIntake(answers))
  const [problems, setProblems] = useState<ReadonlyMap<IntakeField, string>>(new Map())
  const refresh = useRefreshCases()
  const form = useRef<HTMLFormElement>(null)
  const send = () => {
    const { id: _, ...input } = toPublishInput(caseId, values)
    return rpc<OpenCasesContract>('openCases').edit({ caseId, ...input })
  }
  const { submit, pending, failure } = useSubmit(send, {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.edited })
      onOpenChange(false)
      return refresh()
    },
    onShown: ({ fields }) => setProblems(new Map(Object.entries(fields)) as typeof problems),
    onFailure: (failed) => failureTextOf(failed),
    toast: null,
  })
  useEffect(() => onPending(pending), [pending, onPending])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const found = intakeProblems(values, isoDay(new Date()))
    setProblems(found)
    if (found.size === 0) return void submit()
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"] input, [aria-invalid="true"]')?.focus(),
    )
  }
  return (
    <form ref={form} id={formId} method="post" noValidate onSubmit={handleSubmit}>
      <EditCaseFields
        values={values}
        problems={problems}
        onChange={(next) => {
          setProblems(new Map())
          setValues(next)
        }}
      />
      {failure && (
        <Notice kind="danger" live className="mt-4">
          {failure.message}
        </Notice>
      )}
    </form>
  )
}
