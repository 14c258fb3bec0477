import { ChevronDown, X } from 'lucide-react'
import { type FocusEvent, useImperativeHandle, useRef } from 'react'
import { type ControlledFieldProps, Field, splitFieldProps } from '../fields/field.tsx'
import { frameClass, inputClass } from '../fields/text-field.tsx'
import { ChoicePopup } from './choice-popup.tsx'
import { fold } from './fold.ts'
import { flatOptions, labelOf, type Options, resultCountText } from './options.ts'
import { useList } from './use-list.ts'

export interface ComboboxProps extends ControlledFieldProps<HTMLInputElement> {
  options: Options
  value: string | null | undefined
  /** null when the text was cleared or ✕ pressed. */
  onChange: (value: string | null) => void
  placeholder?: string | undefined
  /** Shown when nothing matches the text (OPEN-63). */
  emptyText?: string | undefined
  /** Adds a ✕ that clears the field: for filters. */
  clearable?: boolean | undefined
  /** Name of the text in a form that the browser itself sends, without JavaScript. */
  textName?: string | undefined
}

/** Chooses one of a long list by typing: «nunoa» finds «Ñuñoa». Takes the `field` of a Controller. */
export function Combobox(props: ComboboxProps) {
  const [field, own] = splitFieldProps(props)
  const {
    options,
    value,
    onChange,
    onBlur,
    ref,
    disabled,
    placeholder,
    emptyText = 'No se encontraron resultados.',
    clearable,
    textName,
  } = own
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const choose = (next: string | undefined) => {
    list.close()
    const option = flatOptions(options).find((line) => line.value === next)
    if (option && option.value !== value) onChange(option.value)
  }
  const list = useList({ options, disabled, onChoose: choose })
  const { open, query, lines } = list
  const chosen = lines.findIndex((line) => line.value === value)
  /** On leaving, a completely typed label counts as chosen. */
  const leave = () => choose(query && lines.find((line) => fold(line.label) === fold(query.trim()))?.value)
  const blur = (event: FocusEvent) => {
    if (list.anchor.current?.contains(event.relatedTarget)) return
    leave()
    onBlur?.()
  }

  return (
    <Field {...field}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the lost focus of the input inside
        <div ref={list.anchor} onBlur={blur}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input inside handles the keyboard */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press goes to the input inside */}
          <div className={frameClass} onClick={() => list.show(chosen)}>
            <input
              {...control}
              {...list.inputProps}
              name={textName}
              enterKeyHint="done"
              ref={input}
              disabled={disabled}
              placeholder={placeholder}
              value={list.typed ?? labelOf(options, value) ?? ''}
              // Select the text, so that typing replaces the chosen option.
              onFocus={(event) => event.target.select()}
              onChange={({ target }) => {
                list.type(target.value)
                if (target.value === '' && value) onChange(null)
              }}
              onKeyDown={(event) => list.onKey(event, chosen)}
              className={`${inputClass} text-ellipsis`}
            />
            {clearable && value && !disabled && (
              <button
                type="button"
                aria-label={`Quitar ${field.label}`}
                onClick={(event) => {
                  event.stopPropagation()
                  list.close()
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
                if (open) list.close()
                else input.current?.focus()
              }}
              className="mr-0.5 grid size-11 flex-none place-items-center text-muted"
            >
              <ChevronDown className={open ? 'size-4.5 rotate-180' : 'size-4.5'} />
            </span>
          </div>
          <p role="status" className="sr-only">
            {open && list.isSearching && resultCountText(lines.length)}
          </p>
          <ChoicePopup
            {...{ list, value, emptyText }}
            label={field.label}
            onChoose={choose}
            onLeave={leave}
          />
        </div>
      )}
    </Field>
  )
}
