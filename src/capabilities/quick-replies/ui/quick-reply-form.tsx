import { type FormEvent, useEffect, useRef, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { QuickRepliesContract } from '../contract.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, type QuickReply, replyInput } from '../schema.ts'

interface QuickReplyFormProps {
  reply: QuickReply
  onCancel(): void
  onSaved(): unknown
}

type Problems = Partial<Record<'title' | 'text', string | undefined>>

/** SEG-74: title and text of a quick reply. What was typed stays after a failure. */
export function QuickReplyForm({ reply, onCancel, onSaved }: QuickReplyFormProps) {
  const [title, setTitle] = useState(reply.title)
  const [text, setText] = useState(reply.text)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const show = (found: Problems) => {
    setProblems(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const send = (input: QuickReply) => rpc<QuickRepliesContract>('quickReplies').save(input)
  const { submit, pending, failure } = useSubmit(send, {
    onDone: onSaved,
    onFailure: failureTextOf,
    onShown: ({ fields }) => show(fields),
    toast: null,
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const parsed = replyInput.safeParse({ id: reply.id, title, text })
    if (parsed.success) {
      setProblems({})
      return void submit(parsed.data)
    }
    const of = (name: string) => parsed.error.issues.find(({ path }) => path[0] === name)?.message
    show({ title: of('title'), text: of('text') })
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} className="grid gap-4">
      <TextField
        ref={first}
        label="Título"
        hint={`Hasta ${MAX_TITLE_LENGTH} caracteres. Solo lo ves tú.`}
        name="title"
        autoComplete="off"
        value={title}
        error={problems.title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Respuesta"
        name="text"
        rows={5}
        limit={MAX_TEXT_LENGTH}
        value={text}
        error={problems.text}
        onChange={(event) => setText(event.target.value)}
      />
      {failure && (
        <Notice kind="danger" live>
          {failure.message}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button aria-disabled={pending} onClick={() => pending || onCancel()}>
          Volver
        </Button>
        <SubmitButton pending={pending} pendingLabel="Guardando…">
          Guardar respuesta
        </SubmitButton>
      </div>
    </form>
  )
}
