import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'

/** Classes of the frame around an input: it shows the input's focus ring, also around icons. */
export const frameClass =
  'flex min-h-12 w-full items-center overflow-clip rounded-m border border-control bg-surface ' +
  'has-[input:focus-visible]:border-primary has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-primary ' +
  'has-[input[aria-invalid]:not(:focus-visible)]:border-danger has-[input[aria-invalid]:not(:focus-visible)]:outline-2 has-[input[aria-invalid]:not(:focus-visible)]:-outline-offset-2 has-[input[aria-invalid]:not(:focus-visible)]:outline-danger ' +
  'has-[input:disabled]:border-line has-[input:disabled]:bg-sunken has-[input:read-only]:border-line has-[input:read-only]:bg-sunken'

/** Classes of the input inside a frame: 16 px, so that iOS does not zoom. */
export const inputClass =
  'min-w-0 flex-1 self-stretch bg-transparent px-3.5 py-2.75 text-body/6 text-ink outline-none placeholder:text-muted read-only:text-muted'

export interface TextFieldProps extends FieldTextProps, Omit<ComponentProps<'input'>, 'className'> {
  /** A decorative icon at the end. */
  end?: ReactNode
}

/** A text input of one line. Takes all of react-hook-form's `register()`. */
export function TextField(props: TextFieldProps) {
  const [field, { end, type = 'text', ...input }] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <div className={frameClass}>
          <input {...input} {...control} type={type} className={inputClass} />
          {end && <span className="pr-3.5 text-muted">{end}</span>}
        </div>
      )}
    </Field>
  )
}
