import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { type ControlledFieldProps, Field, splitFieldProps } from '../fields/field.tsx'
import { arrowClass, triggerClass } from '../fields/field-style.ts'
import { classNames } from '../theme/class-names.ts'
import { ChoicePopup } from './choice-popup.tsx'
import {
  addToTypeahead,
  isPrintableKey,
  TYPEAHEAD_RESET_MS,
  type TypeaheadText,
  typeaheadIndex,
} from './list-keys.ts'
import { labelOf, type Options } from './options.ts'
import { useList } from './use-list.ts'

export interface SelectProps extends ControlledFieldProps<HTMLButtonElement> {
  options: Options
  value: string | null | undefined
  onChange: (value: string) => void
  placeholder?: string | undefined
}

/**
 * Chooses one of a short list without search; typed letters find an option. Takes the `field` of a
 * Controller.
 */
export function Select(props: SelectProps) {
  const [field, own] = splitFieldProps(props)
  const { options, value, onChange, onBlur, ref, disabled, placeholder = 'Elige una opción' } = own
  const typed = useRef<TypeaheadText>(undefined)
  const choose = (next: string | undefined) => {
    list.close()
    const option = list.lines.find((line) => line.value === next)
    if (option && option.value !== value) onChange(option.value)
  }
  const list = useList({ options, disabled, onChoose: choose, edges: true })
  const { open, active, lines } = list
  const chosen = lines.findIndex((option) => option.value === value)
  const text = labelOf(options, value)

  const key = (event: KeyboardEvent) => {
    const isTypingOn = typed.current && event.timeStamp - typed.current.at < TYPEAHEAD_RESET_MS
    if (isPrintableKey(event) && (event.key !== ' ' || isTypingOn)) {
      typed.current = addToTypeahead(typed.current, event.key, event.timeStamp)
      const labels = lines.map((line) => line.label)
      const found = typeaheadIndex(labels, typed.current.text, open ? active : chosen)
      event.preventDefault()
      if (open) list.setActive(found ?? active)
      else list.show(found ?? Math.max(0, chosen))
    } else if (list.onKey(event, Math.max(0, chosen)) || !open) return
    else if (event.key === 'Tab') choose(lines[active]?.value)
    else if (event.key === ' ') {
      event.preventDefault()
      choose(lines[active]?.value)
    }
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={list.anchor}>
          <button
            {...control}
            {...list.comboboxProps}
            type="button"
            data-popup-open={open ? '' : undefined}
            ref={ref}
            disabled={disabled}
            onClick={(event) => {
              // Safari does not focus a pressed button.
              event.currentTarget.focus()
              if (open) list.close()
              else list.show(Math.max(0, chosen))
            }}
            onKeyDown={key}
            // Firefox clicks a button on the keyup of Space, even if keydown was prevented.
            onKeyUp={(event) => {
              if (event.key === ' ' && open) event.preventDefault()
            }}
            onBlur={() => {
              list.close()
              onBlur?.()
            }}
            className={triggerClass}
          >
            <span className={classNames('min-w-0 truncate', !text && 'text-muted')}>
              {text ?? placeholder}
            </span>
            <ChevronDown aria-hidden="true" className={arrowClass} />
          </button>
          <ChoicePopup
            {...{ list, value }}
            label={field.label}
            emptyText="No hay opciones."
            onChoose={choose}
            onLeave={list.close}
          />
        </div>
      )}
    </Field>
  )
}
