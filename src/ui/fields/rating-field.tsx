import { Star } from '../display/stars.tsx'
import { type ControlledFieldProps, Field, splitFieldProps } from './field.tsx'

export interface RatingFieldProps extends ControlledFieldProps<HTMLInputElement> {
  /** 1 to 5; 0 or null when not given yet. */
  value: number | null | undefined
  onChange: (value: number) => void
}

const words = ['Mala', 'Regular', 'Buena', 'Muy buena', 'Excelente'] as const

/** One to five stars, as radios: arrow keys choose, and screen readers say «4 estrellas, muy buena». */
export function RatingField(props: RatingFieldProps) {
  const [field, { value, onChange, onBlur, name, ref, disabled }] = splitFieldProps(props)
  const given = value ?? 0
  return (
    <Field {...field} group>
      {({ id: groupId, ...control }) => (
        <div className="flex flex-wrap items-center gap-x-3">
          <div
            {...control}
            id={groupId}
            role="radiogroup"
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
            }}
            className="-ml-1.5 flex text-control has-disabled:text-line-strong"
          >
            {words.map((word, index) => (
              <label
                key={word}
                className="grid size-11 place-items-center rounded-m has-checked:text-star has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary hover:not-has-disabled:text-star has-[~label:hover]:not-has-disabled:text-star has-[~label_:checked]:text-star"
              >
                <input
                  type="radio"
                  ref={index === 0 ? ref : undefined}
                  name={name ?? groupId}
                  value={index + 1}
                  checked={given === index + 1}
                  disabled={disabled}
                  aria-label={`${index + 1} ${index === 0 ? 'estrella' : 'estrellas'}, ${word.toLowerCase()}`}
                  onChange={() => onChange(index + 1)}
                  className="sr-only"
                />
                <Star full={index < given} className="size-7" />
              </label>
            ))}
          </div>
          <span aria-hidden="true" className="text-small text-muted">
            {words[given - 1]}
          </span>
        </div>
      )}
    </Field>
  )
}
