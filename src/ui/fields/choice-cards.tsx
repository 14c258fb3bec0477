import { type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface Choice<Value extends string> {
  value: Value
  title: string
  text: string
  /** A lucide icon; its size and colour are set by the card. */
  icon: ReactNode
}

export interface ChoiceCardsProps<Value extends string> {
  /** The question, for screen readers: a heading already shows it. */
  legend: string
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** Large cards to choose one from. Native radios, so arrow keys, Space and screen readers need no code. */
export function ChoiceCards<Value extends string>({
  legend,
  choices,
  value,
  onChange,
}: ChoiceCardsProps<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'relative grid content-start gap-x-0 gap-y-0.5 rounded-l border border-line-strong bg-surface p-5 hover:border-control',
              'max-md:grid-cols-[2.25rem_1fr] md:gap-y-2.5',
              'has-checked:border-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:p-[1.1875rem]',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            )}
          >
            <span aria-hidden="true" className="text-primary-ink *:size-6.5">
              {choice.icon}
            </span>
            <span id={`${group}-${choice.value}`} className="pr-8 font-serif text-h4">
              {choice.title}
            </span>
            <span
              id={`${group}-${choice.value}-text`}
              className="text-small text-pretty text-muted max-md:col-start-2 max-md:pr-4"
            >
              {choice.text}
            </span>
            <input
              type="radio"
              name={group}
              aria-labelledby={`${group}-${choice.value}`}
              aria-describedby={`${group}-${choice.value}-text`}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="absolute top-4.5 right-4 size-5 checked:top-4.25 checked:right-3.75 appearance-none rounded-full border-[1.5px] border-control bg-surface outline-none before:block before:size-full before:scale-0 before:rounded-full before:bg-primary checked:border-primary checked:before:scale-59"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
