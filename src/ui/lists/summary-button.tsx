import { ChevronDown, Search } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { ControlProps } from '../fields/field.tsx'
import { arrowClass, triggerClass } from '../fields/field-style.ts'
import { frameClass, inputClass } from '../fields/text-field.tsx'
import { classNames } from '../theme/class-names.ts'
import type { MultiSelectList } from './use-multi-select-list.ts'

interface SummaryButtonProps {
  control: ControlProps
  list: MultiSelectList
  text: string | undefined
  placeholder: string | undefined
  buttonRef: Ref<HTMLButtonElement> | undefined
  disabled: boolean | undefined
}

/** The field of a filter: a button that shows how many options are chosen. */
export function SummaryButton({
  control,
  list,
  text,
  placeholder = 'Elige',
  buttonRef,
  disabled,
}: SummaryButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(buttonRef, () => button.current as HTMLButtonElement, [])
  const wasOpen = useRef(false)
  // Escape in the search returns the focus here; leaving by Tab or by a press does not.
  useLayoutEffect(() => {
    if (wasOpen.current && !list.open && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = list.open
  })
  return (
    <button
      {...control}
      {...list.comboboxProps}
      ref={button}
      type="button"
      aria-haspopup="dialog"
      aria-controls={list.open ? `${list.id}-box` : undefined}
      aria-activedescendant={undefined}
      data-popup-open={list.open ? '' : undefined}
      disabled={disabled}
      onClick={() => (list.open ? list.close() : list.show())}
      onKeyDown={(event) => {
        if (!list.open) list.onKey(event)
      }}
      className={triggerClass}
    >
      <span className={classNames('min-w-0 truncate', !text && 'text-muted')}>{text ?? placeholder}</span>
      <ChevronDown aria-hidden="true" className={arrowClass} />
    </button>
  )
}

interface SearchBoxProps {
  list: MultiSelectList
  label: string
  children: ReactNode
}

/** A filter's popup: the search input, and the options below it. */
export function SearchBox({ list, label, children }: SearchBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // On touch devices the input is not focused: a virtual keyboard would cover the list.
    const start = matchMedia('(pointer: fine)').matches ? input : box
    start.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={box}
      id={`${list.id}-box`}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) list.onKey(event)
      }}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <div className="border-b border-line p-1.5">
        <div className={`${frameClass} min-h-11!`}>
          <Search aria-hidden="true" className="ml-3 size-4.5 text-muted" />
          <input
            ref={input}
            {...list.inputProps}
            aria-label={`Buscar en ${label}`}
            placeholder="Buscar"
            value={list.query}
            onChange={(event) => list.type(event.target.value)}
            onKeyDown={list.onKey}
            className={`${inputClass} py-2! pl-2.5!`}
          />
        </div>
      </div>
      {children}
    </div>
  )
}
