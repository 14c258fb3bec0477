import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type ControlledFieldProps, Field, splitFieldProps } from '../fields/field.tsx'
import { arrowClass, triggerClass } from '../fields/field-style.ts'
import { Popup } from '../overlays/popup.tsx'
import { classNames } from '../theme/class-names.ts'
import { ListBox, optionId } from './list-box.tsx'
import { addToTypeahead, isPrintableKey, nextIndex, type TypeaheadText, typeaheadIndex } from './list-keys.ts'
import { flatOptions, labelOf, type Options } from './options.ts'

export interface SelectProps<Value extends string> extends ControlledFieldProps<HTMLButtonElement> {
  options: Options<Value>
  value: Value | '' | null | undefined
  onChange: (value: Value) => void
  placeholder?: string | undefined
}

/**
 * Chooses one of a short list without search; typed letters find an option. Takes the `field` of a
 * Controller.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [field, own] = splitFieldProps(props)
  const { options, value, onChange, onBlur, name, ref, disabled, placeholder = 'Elige una opción' } = own
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const typed = useRef<TypeaheadText>(undefined)
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const lines = flatOptions(options)
  const chosen = lines.findIndex((option) => option.value === value)
  const text = labelOf(options, value)

  const show = (index = Math.max(0, chosen)) => {
    setActive(index)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const choose = (next: string | undefined) => {
    close()
    const option = lines.find((line) => line.value === next)
    if (option && option.value !== value) onChange(option.value)
  }
  const key = (event: KeyboardEvent) => {
    if (
      isPrintableKey(event) &&
      !(event.key === ' ' && !(typed.current && event.timeStamp - typed.current.at < 700))
    ) {
      typed.current = addToTypeahead(typed.current, event.key, event.timeStamp)
      const labels = lines.map((line) => line.label)
      const found = typeaheadIndex(labels, typed.current.text, open ? active : chosen)
      event.preventDefault()
      return show(found ?? (open ? active : undefined))
    }
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      return show()
    }
    const moved = nextIndex(event.key, active, lines.length, true)
    if (moved !== undefined) setActive(moved)
    else if (event.key === 'Enter' || event.key === ' ') choose(lines[active]?.value)
    else if (event.key === 'Escape') close()
    else {
      if (event.key === 'Tab') choose(lines[active]?.value)
      return
    }
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={anchor}>
          <button
            {...control}
            type="button"
            role="combobox"
            aria-expanded={open}
            aria-haspopup="listbox"
            aria-controls={open ? list : undefined}
            aria-activedescendant={open && active >= 0 ? optionId(list, active) : undefined}
            data-popup-open={open ? '' : undefined}
            ref={ref}
            disabled={disabled}
            onClick={(event) => {
              // Safari does not focus a pressed button.
              event.currentTarget.focus()
              if (open) close()
              else show()
            }}
            onKeyDown={key}
            // Firefox clicks a button on the keyup of Space, even if keydown was prevented.
            onKeyUp={(event) => {
              if (event.key === ' ' && open) event.preventDefault()
            }}
            onBlur={() => {
              close()
              onBlur?.()
            }}
            className={triggerClass}
          >
            <span className={classNames('min-w-0 truncate', !text && 'text-muted')}>
              {text ?? placeholder}
            </span>
            <ChevronDown aria-hidden="true" className={arrowClass} />
          </button>
          {name && <input type="hidden" name={name} value={value ?? ''} disabled={disabled} />}
          {open && (
            <Popup anchor={anchor} onLeave={close} wide>
              <ListBox
                id={list}
                label={field.label}
                options={options}
                active={active}
                onActive={setActive}
                onChoose={choose}
                isChosen={(option) => option === value}
                emptyText="No hay opciones."
              >
                {(option) => (
                  <>
                    <span className="min-w-0 flex-1">{option.label}</span>
                    {option.value === value && (
                      <Check aria-hidden="true" className="size-4.25 text-primary-ink" />
                    )}
                  </>
                )}
              </ListBox>
            </Popup>
          )}
        </div>
      )}
    </Field>
  )
}
