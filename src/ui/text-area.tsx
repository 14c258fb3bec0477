import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { groupThousands } from './digits.ts'
import { Field, type FieldText, splitField } from './field.tsx'
import { controlClass } from './field-style.ts'
import { setRef } from './set-ref.ts'

export interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'className'> {
  /** Shows «166 de 1.000 caracteres». More can be typed, so that a pasted text is not cut in silence: refuse it by schema. */
  limit?: number | undefined
}

/** Said to a screen reader only when the end is near. */
const near = 20

/** Several lines; it grows with its text. Takes all of react-hook-form's `register()`. */
export function TextArea(props: TextAreaProps) {
  const [field, { limit, ref, rows = 3, ...area }] = splitField(props)
  const own = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? '').length)
  // Forms write values without an event.
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
              {`${groupThousands(String(length))} de ${groupThousands(String(limit))} caracteres`}
            </p>
            <p role="status" className="sr-only">
              {left !== undefined &&
                left <= near &&
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
          ref={(element) => {
            own.current = element
            return setRef(ref, element)
          }}
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
