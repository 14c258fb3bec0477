import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { groupThousands } from '../../chile/numbers.ts'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'
import { controlClass } from './field-style.ts'

export interface TextAreaProps extends FieldTextProps, Omit<ComponentProps<'textarea'>, 'className'> {
  /** Shows «166 de 1.000 caracteres». Not enforced, so that no paste is cut: the schema must refuse it. */
  limit?: number | undefined
}

/** Screen readers announce the count only when at most so many characters are left. */
const ANNOUNCE_BELOW = 20

/** A text area that grows with its text. Takes all of react-hook-form's `register()`. */
export function TextArea(props: TextAreaProps) {
  const [field, { limit, ref, rows = 3, ...area }] = splitFieldProps(props)
  const own = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement, [])
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? '').length)
  // Forms set values without an event, so the length is read after each render.
  useEffect(() => setLength(own.current?.value.length ?? 0))
  const left = limit === undefined ? undefined : limit - length
  return (
    <Field
      {...field}
      below={
        limit !== undefined && (
          <>
            <p
              aria-hidden="true"
              className={classNames(
                'text-small whitespace-nowrap tabular-nums',
                length > limit ? 'font-medium text-danger-ink' : 'text-muted',
              )}
            >
              {`${groupThousands(length)} de ${groupThousands(limit)} caracteres`}
            </p>
            <p role="status" className="sr-only">
              {left !== undefined &&
                left <= ANNOUNCE_BELOW &&
                (left < 0 ? `Sobran ${-left} caracteres` : `Quedan ${left} caracteres`)}
            </p>
          </>
        )
      }
    >
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={own}
          rows={rows}
          onInput={(event) => {
            setLength(event.currentTarget.value.length)
            area.onInput?.(event)
          }}
          className={classNames(
            controlClass,
            'field-sizing-content max-h-[60dvh] min-h-26 resize-y placeholder:text-muted read-only:border-line read-only:bg-sunken read-only:text-muted',
          )}
        />
      )}
    </Field>
  )
}
