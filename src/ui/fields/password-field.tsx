import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'
import { frameClass, inputClass } from './text-field.tsx'

export interface PasswordFieldProps
  extends FieldTextProps,
    Omit<ComponentProps<'input'>, 'className' | 'prefix' | 'type' | 'autoComplete'> {
  /** Tells password managers what to offer. */
  autoComplete: 'current-password' | 'new-password'
}

/** Pressing the toggle must not take the focus from the input. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Browsers lose the caret when the input's type changes. */
function keepCaret(button: HTMLElement) {
  const input = button.previousElementSibling
  if (!(input instanceof HTMLInputElement) || input !== document.activeElement) return
  const { selectionStart, selectionEnd } = input
  requestAnimationFrame(() => input.setSelectionRange(selectionStart, selectionEnd))
}

/** A password with a toggle that shows it. Takes all of react-hook-form's `register()`. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, input] = splitFieldProps(props)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...field}>
      {(control) => (
        <div className={frameClass}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={inputClass}
          />
          <button
            type="button"
            disabled={input.disabled}
            aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            aria-controls={control.id}
            onMouseDown={keepFocus}
            onClick={(event) => {
              keepCaret(event.currentTarget)
              setShown(!shown)
            }}
            className="mr-0.5 grid size-11 flex-none place-items-center rounded-[8px] text-muted hover:text-ink focus-visible:-outline-offset-2"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
