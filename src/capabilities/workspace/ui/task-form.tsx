import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { taskTitle } from '../schema.ts'

/** Form for the title of a task. Enter saves, Escape cancels. On failure the text stays. */
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
  save: (title: string) => Promise<void>
  onClose: () => void
}) {
  const [title, setTitle] = useState(initialTitle)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(-1, -1)
  }, [])

  const showError = (message: string | undefined) => {
    setError(message)
    input.current?.focus()
  }
  const { submit, pending } = useSubmit(save, {
    onDone() {
      if (!keepOpen) return onClose()
      setTitle('')
      // Do not steal the focus if the user has moved on meanwhile.
      const { activeElement } = document
      if (activeElement === document.body || input.current?.form?.contains(activeElement))
        input.current?.focus()
    },
    onFailure(failure) {
      showError(failure.fields.title ?? failureTextOf(failure))
      return null
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = taskTitle.safeParse(title)
    if (!parsed.success) return showError(parsed.error.issues[0]?.message)
    setError(undefined)
    void submit(parsed.data)
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit}
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
