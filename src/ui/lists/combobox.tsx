import { Check, ChevronDown, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { type ControlledFieldProps, Field, splitFieldProps } from '../fields/field.tsx'
import { setRef } from '../fields/set-ref.ts'
import { frameClass, inputClass } from '../fields/text-field.tsx'
import { Popup } from '../overlays/popup.tsx'
import { fold } from './fold.ts'
import { Highlighted } from './highlighted.tsx'
import { ListBox, optionId } from './list-box.tsx'
import { nextIndex } from './list-keys.ts'
import { flatOptions, labelOf, matchingOptions, type Options, resultCountText } from './options.ts'

export interface ComboboxProps<Value extends string> extends ControlledFieldProps<HTMLInputElement> {
  options: Options<Value>
  value: Value | '' | null | undefined
  /** null when the text was cleared or ✕ pressed. */
  onChange: (value: Value | null) => void
  placeholder?: string | undefined
  /** Shown when nothing matches the text (OPEN-63). */
  emptyText?: string | undefined
  /** Adds a ✕ that clears the field: for filters. */
  clearable?: boolean | undefined
}

/** Chooses one of a long list by typing: «nunoa» finds «Ñuñoa». Takes the `field` of a Controller. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const [field, own] = splitFieldProps(props)
  const {
    options,
    value,
    onChange,
    onBlur,
    name,
    ref,
    disabled,
    placeholder,
    emptyText = 'No se encontraron resultados.',
    clearable,
  } = own
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** The text being typed; null while the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null)
  const query = typed ?? ''
  const found = matchingOptions(options, query)
  const lines = flatOptions(found)
  const marked = active < lines.length ? active : -1

  const show = () => {
    if (disabled || open) return
    setActive(lines.findIndex((line) => line.value === value))
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (next: string | undefined) => {
    close()
    const option = flatOptions(options).find((line) => line.value === next)
    if (option && option.value !== value) onChange(option.value)
  }
  /** On leaving, a completely typed label counts as chosen. */
  const leave = () => choose(query && lines.find((line) => fold(line.label) === fold(query.trim()))?.value)
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(text.trim() ? 0 : -1)
    if (text === '' && value) onChange(null)
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      return show()
    }
    const moved = nextIndex(event.key, marked, lines.length, false)
    if (moved !== undefined) setActive(moved)
    else if (event.key === 'Enter') choose(lines[marked]?.value)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
  }
  const blur = (event: FocusEvent) => {
    if (anchor.current?.contains(event.relatedTarget)) return
    leave()
    onBlur?.()
  }

  return (
    <Field {...field}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the lost focus of the input inside
        <div ref={anchor} onBlur={blur}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input inside handles the keyboard */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press goes to the input inside */}
          <div className={frameClass} onClick={show}>
            <input
              {...control}
              type="text"
              role="combobox"
              aria-expanded={open}
              aria-haspopup="listbox"
              aria-autocomplete="list"
              aria-controls={open ? list : undefined}
              aria-activedescendant={open && marked >= 0 ? optionId(list, marked) : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="done"
              ref={(element) => {
                input.current = element
                return setRef(ref, element)
              }}
              disabled={disabled}
              placeholder={placeholder}
              value={typed ?? labelOf(options, value) ?? ''}
              // Select the text, so that typing replaces the chosen option.
              onFocus={(event) => event.target.select()}
              onChange={(event) => type(event.target.value)}
              onKeyDown={key}
              className={`${inputClass} text-ellipsis`}
            />
            {clearable && value && !disabled && (
              <button
                type="button"
                aria-label={`Quitar ${field.label}`}
                onClick={(event) => {
                  event.stopPropagation()
                  close()
                  onChange(null)
                  input.current?.focus()
                }}
                className="-mr-3 grid size-11 flex-none place-items-center rounded-[8px] text-muted hover:text-ink focus-visible:-outline-offset-2"
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            )}
            {/* For the pointer only: keyboard and screen readers use the input. */}
            <span
              aria-hidden="true"
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                if (open) event.stopPropagation()
                if (open) close()
                else input.current?.focus()
              }}
              className="mr-0.5 grid size-11 flex-none place-items-center text-muted"
            >
              <ChevronDown className={open ? 'size-4.5 rotate-180' : 'size-4.5'} />
            </span>
          </div>
          {name && <input type="hidden" name={name} value={value ?? ''} disabled={disabled} />}
          <p role="status" className="sr-only">
            {open && query.trim() && resultCountText(lines.length)}
          </p>
          {open && (
            <Popup anchor={anchor} onLeave={leave} wide>
              <ListBox
                id={list}
                label={field.label}
                options={found}
                active={marked}
                onActive={setActive}
                onChoose={choose}
                isChosen={(option) => option === value}
                emptyText={emptyText}
              >
                {(option) => (
                  <>
                    <span className="min-w-0 flex-1">
                      <Highlighted text={option.label} query={query} />
                    </span>
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
