import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { papersFor } from '../../../chile/papers.ts'
import { uuidv4 } from '../../../input/ids.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MAX_OPEN_REQUESTS, MESSAGES, type RequestDocumentsInput, requestDocumentsInput } from '../schema.ts'

interface AskDialogProps extends Pick<SubmitDialogProps<void>, 'open' | 'onOpenChange'> {
  caseId: string
  specialty: string | null
  /** Names of documents that the list does not suggest again. */
  asked: readonly string[]
  send(input: Omit<RequestDocumentsInput, 'caseId'>): Promise<void>
}

const newLine = (name: string) => ({ id: uuidv4(), name })

/** A week from now, in Chile. */
const suggestedDay = () => isoDay(new Date(Date.now() + 7 * 86_400_000))

/** SEG-15, SEG-16: the list of papers of the specialty, to change before it is sent. */
export function AskDialog({ caseId, specialty, asked, send, ...dialog }: AskDialogProps) {
  const template = papersFor(specialty)?.papers ?? []
  const fresh = (sent: readonly string[] = []) => ({
    batchId: uuidv4(),
    lines: template.filter((name) => ![...asked, ...sent].includes(name)).map(newLine),
    note: '',
    dueOn: suggestedDay(),
  })
  const [form, setForm] = useState(() => fresh())
  const { lines, note, dueOn } = form
  const change = (part: Partial<typeof form>) => setForm((all) => ({ ...all, ...part }))
  const input = {
    caseId,
    batchId: form.batchId,
    names: lines.map(({ name }) => name),
    dueOn,
    ...(note.trim() && { note }),
  }
  return (
    <SubmitDialog
      {...dialog}
      title="Pedir documentos"
      description={template.length > 0 ? MESSAGES.orientation : MESSAGES.noTemplate}
      confirmText="Pedir documentos"
      validate={() => problemsOf(requestDocumentsInput.safeParse(input))}
      send={() => send(requestDocumentsInput.parse(input))}
      onFailure={failureTextOf}
      onDone={() => {
        setForm(fresh(input.names))
        toast({ kind: 'success', text: 'Tu cliente verá lo que pediste.' })
      }}
    >
      {(problems, clearProblems) => (
        <div className="grid gap-4">
          <ol className="grid gap-2.5">
            {lines.map((line, at) => (
              <li key={line.id} className="flex items-end gap-1.5">
                <TextField
                  className="min-w-0 flex-1"
                  label={`Documento ${at + 1}`}
                  value={line.name}
                  error={problems[`names.${at}`]}
                  onChange={(event) =>
                    change({
                      lines: lines.map((one) => (one === line ? { ...one, name: event.target.value } : one)),
                    })
                  }
                />
                <IconButton
                  label={`Quitar ${line.name || `documento ${at + 1}`}`}
                  icon={<X aria-hidden="true" className="size-4.5" />}
                  onClick={() => {
                    clearProblems()
                    change({ lines: lines.filter((one) => one !== line) })
                  }}
                />
              </li>
            ))}
          </ol>
          {problems.names && (
            <p role="alert" className="text-small text-danger-ink">
              {problems.names}
            </p>
          )}
          {lines.length < MAX_OPEN_REQUESTS && (
            <Button className="justify-self-start" onClick={() => change({ lines: [...lines, newLine('')] })}>
              <Plus aria-hidden="true" className="size-4.5" />
              Agregar documento
            </Button>
          )}
          <DateField
            label="Vence el"
            min={isoDay(new Date())}
            value={dueOn}
            error={problems.dueOn}
            onChange={(event) => change({ dueOn: event.target.value })}
          />
          <TextArea
            label="Nota para tu cliente"
            optional
            limit={500}
            value={note}
            error={problems.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
      )}
    </SubmitDialog>
  )
}
