import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { taskTitle } from '../schema.ts'

/**
 * Form for the title of a new or existing task. Enter saves, Escape cancels. On failure the text stays.
 * @param save returns the failure, or null on success
 */
export function TaskForm({
  label,
  initialTitle = '',
  submitText,
  keepOpen = false,
  save,
  onClose,
}: {
  label: string
  initialTitle?: string
  submitText: string
  /** After saving, clear the field for the next task instead of closing. */
  keepOpen?: boolean
  save: (title: string) => Promise<Failure | null>
  onClose: () => void
}) {
  const [title, setTitle] = useState(initialTitle)
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(-1, -1)
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (pending) return
    const parsed = taskTitle.safeParse(title)
    if (!parsed.success) return showError(parsed.error.issues[0]?.message)
    setError(undefined)
    setPending(true)
    const failure = await save(parsed.data)
    setPending(false)
    if (failure) return showError(failure.fields.title ?? failureTextOf(failure))
    if (!keepOpen) return onClose()
    setTitle('')
    // Do not steal the focus if the user has moved on meanwhile.
    const { activeElement } = document
    if (activeElement === document.body || form.contains(activeElement)) input.current?.focus()
  }
  const showError = (message: string | undefined) => {
    setError(message)
    input.current?.focus()
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !pending) onClose()
      }}
      className="w-full rounded-m border border-line bg-surface p-3"
    >
      <TextArea
        ref={input}
        label={label}
        name="title"
        value={title}
        autoComplete="off"
        enterKeyHint="done"
        error={error}
        rows={2}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="mt-3 flex gap-2">
        <SubmitButton size="sm" variant="primary" pending={pending}>
          {submitText}
        </SubmitButton>
        <Button size="sm" variant="plain" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
