import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { chipClass } from '../display/chips.tsx'
import type { ControlProps } from '../fields/field.tsx'
import { frameClass } from '../fields/text-field.tsx'
import { classNames } from '../theme/class-names.ts'
import type { Option } from './options.ts'
import type { MultiSelectList } from './use-multi-select-list.ts'

interface ChipInputProps {
  control: ControlProps
  list: MultiSelectList
  chosen: readonly Option[]
  fieldRef: Ref<HTMLInputElement> | undefined
  disabled: boolean | undefined
  placeholder: string | undefined
}

/**
 * A field with the chosen options as chips, followed by the text input. Many chips scroll. Chips are no tab
 * stops: ArrowLeft at the start of the text moves into them, arrows move between them, Delete, Backspace or
 * Enter removes one.
 */
export function ChipInput({ control, list, chosen, fieldRef, disabled, placeholder }: ChipInputProps) {
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(fieldRef, () => input.current as HTMLInputElement, [])
  const chips = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const focusChip = (index: number) => (chips()[index] ?? input.current)?.focus()

  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.onKey(event)) return
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const last = chosen.at(-1)
    if (event.key === 'ArrowLeft' && selectionStart === 0 && selectionEnd === 0 && last) {
      event.preventDefault()
      focusChip(chosen.length - 1)
    } else if (event.key === 'Backspace' && value === '' && last) list.remove(last.value)
  }
  const onChipKey = (event: KeyboardEvent, index: number, value: string) => {
    if (event.key === 'ArrowLeft') focusChip(Math.max(0, index - 1))
    else if (event.key === 'ArrowRight') focusChip(index + 1)
    else if (event.key === 'Home') focusChip(0)
    else if (event.key === 'Delete' || event.key === 'Backspace') removeChip(value, index)
    else return
    event.preventDefault()
  }
  /** Removes a chip and focuses its neighbour, or the text input. */
  const removeChip = (value: string, index: number) => {
    const next = chips()[index + 1] ?? chips()[index - 1] ?? input.current
    list.remove(value)
    next?.focus()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input inside handles the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: a press goes to the input inside
    <div
      ref={frame}
      onClick={(event) => {
        if ((event.target as Element).closest('button') || disabled) return
        input.current?.focus()
        list.show()
      }}
      className={`${frameClass} cursor-text`}
    >
      <div className="flex max-h-40 min-w-0 flex-1 flex-wrap items-center gap-2 overflow-y-auto overscroll-contain p-1.75">
        {chosen.map((chip, index) => (
          <span
            key={chip.value}
            className={classNames(
              chipClass,
              'min-h-8 cursor-default',
              disabled
                ? 'border border-line-strong pr-3 text-muted'
                : 'bg-primary-soft pr-0.75 text-primary-ink',
            )}
          >
            <span className="truncate">{chip.label}</span>
            {!disabled && (
              <button
                type="button"
                data-chip=""
                tabIndex={-1}
                aria-label={`Quitar ${chip.label}`}
                onClick={(event) => {
                  const byKeyboard = event.detail === 0
                  if (byKeyboard) removeChip(chip.value, index)
                  else {
                    list.remove(chip.value)
                    // On touch devices the focus would open the virtual keyboard.
                    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
                  }
                }}
                onKeyDown={(event) => onChipKey(event, index, chip.value)}
                className="relative grid size-6 flex-none place-items-center rounded-full outline-offset-0! before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:bg-primary hover:text-on-primary focus-visible:outline-2! focus-visible:outline-primary!"
              >
                <X aria-hidden="true" className="size-3.75" />
              </button>
            )}
          </span>
        ))}
        <input
          {...control}
          {...list.inputProps}
          ref={input}
          disabled={disabled}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          value={list.query}
          onChange={(event) => list.type(event.target.value)}
          onKeyDown={onInputKey}
          className="h-8 min-w-24 flex-1 bg-transparent px-1.5 text-body/6 text-ink outline-none placeholder:text-muted"
        />
      </div>
    </div>
  )
}
