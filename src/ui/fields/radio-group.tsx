import { classNames } from '../theme/class-names.ts'
import { type ControlledFieldProps, Field, splitFieldProps } from './field.tsx'

export interface RadioGroupProps extends ControlledFieldProps<HTMLInputElement> {
  /** `text`: a line under the label, of rows. */
  options: readonly { value: string; label: string; text?: string | undefined }[]
  value: string | null | undefined
  onChange: (value: string) => void
  /** Rows, lower lines for many answers, or pills in one row for a few short answers. */
  look?: 'rows' | 'lines' | 'pills' | undefined
}

const dot =
  'size-5 flex-none appearance-none rounded-full border-[1.5px] border-control bg-surface outline-none before:block before:size-full before:scale-0 before:rounded-full before:bg-primary ' +
  'checked:border-primary checked:before:scale-59 disabled:border-line-strong disabled:bg-sunken forced-colors:appearance-auto'

const ring =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary'

const looks = {
  rows: classNames(
    'flex min-h-13 items-start gap-3 rounded-m border border-line-strong bg-surface px-4 py-3 text-body/6.5 hover:not-has-disabled:border-control',
    'has-checked:border-primary has-checked:bg-primary-soft has-checked:inset-ring has-checked:inset-ring-primary',
    ring,
  ),
  lines: classNames(
    'flex min-h-11 items-start gap-3 border-line py-2 text-ui/6 not-last:border-b md:pointer-fine:min-h-10',
    ring,
  ),
  pills: classNames(
    'inline-flex min-h-11 items-center rounded-full border border-control bg-surface px-3.25 text-small font-medium hover:not-has-disabled:border-ink md:pointer-fine:min-h-10',
    'not-has-disabled:has-checked:border-primary not-has-disabled:has-checked:bg-primary has-checked:font-semibold not-has-disabled:has-checked:text-on-primary',
    'has-disabled:has-checked:inset-ring has-disabled:has-checked:inset-ring-control',
    ring,
  ),
}

const groups = {
  rows: 'mt-1 grid gap-2',
  lines: 'grid',
  pills: 'mt-0.5 flex flex-wrap gap-2',
}

/** Chooses one of a few answers. Native radios, so arrow keys, Space and screen readers need no code. */
export function RadioGroup(props: RadioGroupProps) {
  const [field, { options, value, onChange, onBlur, name, ref, disabled, look = 'rows' }] =
    splitFieldProps(props)
  return (
    <Field {...field} group>
      {({ id: groupId, ...control }) => (
        <div
          {...control}
          id={groupId}
          role="radiogroup"
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
          }}
          className={groups[look]}
        >
          {options.map((option, index) => (
            <label
              key={option.value}
              className={classNames(
                looks[look],
                'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted',
                field.error && 'not-has-checked:border-danger',
              )}
            >
              <input
                type="radio"
                ref={index === 0 ? ref : undefined}
                name={name ?? groupId}
                value={option.value}
                checked={value === option.value}
                disabled={disabled}
                onChange={() => onChange(option.value)}
                className={look === 'pills' ? 'sr-only' : classNames(dot, 'mt-0.75')}
              />
              <span className="min-w-0">
                {option.label}
                {option.text && <span className="block text-small text-muted">{option.text}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
