import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import { taskTitle } from '../schema.ts'

/**
 * The name of a task, new or another one. Enter saves, Escape leaves; what was typed stays when it could not be saved.
 * @param save what failed, or null
 */
export function TaskForm({
  label,
  start = '',
  submitText,
  again = false,
  save,
  onClose,
}: {
  label: string
  start?: string
  submitText: string
  /** Stays for the next one once saved. */
  again?: boolean
  save: (title: string) => Promise<Failure | null>
  onClose: () => void
}) {
  const [title, setTitle] = useState(start)
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
    const read = taskTitle.safeParse(title)
    if (!read.success) return wrong(read.error.issues[0]?.message)
    setError(undefined)
    setPending(true)
    const failure = await save(read.data)
    setPending(false)
    if (failure) return wrong(failure.fields.title ?? sayingOf(failure))
    if (!again) return onClose()
    setTitle('')
    // Whoever went on to something else meanwhile is not called back.
    const { activeElement } = document
    if (activeElement === document.body || form.contains(activeElement)) input.current?.focus()
  }
  const wrong = (message: string | undefined) => {
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
