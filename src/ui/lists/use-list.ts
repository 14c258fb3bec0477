import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { optionId } from './list-box.tsx'
import { nextIndex } from './list-keys.ts'
import { flatOptions, isGrouped, matchingOptions, type Option, type Options } from './options.ts'

interface ListOptions {
  options: Options
  disabled: boolean | undefined
  /** Called for the active option on Enter. */
  onChoose(value: string | undefined): void
  /** An option on top of the complete list; search results do not contain it. */
  head?: Option | null
  /** For a field without text: Home and End move in the list. */
  edges?: boolean
}

/** State of the list below a field: whether it is open, the search text, the active option, and the keys. */
export function useList({ options, disabled, onChoose, head, edges = false }: ListOptions) {
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [index, setActive] = useState(-1)
  const [typed, setTyped] = useState<string | null>(null)
  const query = typed ?? ''
  const isSearching = query.trim() !== ''
  const shown = isSearching || !head ? matchingOptions(options, query) : withHead(options, head)
  const lines = flatOptions(shown)
  const active = index < lines.length ? index : -1

  /** @param at index of the first active option */
  const show = (at = -1) => {
    if (disabled || open) return
    setActive(at)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(text.trim() ? 0 : -1)
  }
  /**
   * @param at index of the first active option if the key opens the list
   * @returns whether the list handled the key
   */
  const onKey = (event: KeyboardEvent, at?: number): boolean => {
    if (event.nativeEvent.isComposing) return false
    const moved = nextIndex(event.key, active, lines.length, edges)
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
      show(at)
    } else if (moved !== undefined) setActive(moved)
    else if (event.key === 'Enter') onChoose(lines[active]?.value)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
    return true
  }
  const comboboxProps = {
    role: 'combobox',
    'aria-expanded': open,
    'aria-haspopup': 'listbox',
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && active >= 0 ? optionId(id, active) : undefined,
  } as const
  return {
    id,
    anchor,
    open,
    show,
    close,
    active,
    setActive,
    /** The search text; null while nothing has been typed. */
    typed,
    query,
    isSearching,
    type,
    shown,
    lines,
    onKey,
    /** For the element with the focus. */
    comboboxProps,
    /** For the element with the focus, if it is a text input. */
    inputProps: {
      ...comboboxProps,
      type: 'text',
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    } as const,
  }
}

export type List = ReturnType<typeof useList>

const withHead = (options: Options, head: Option): Options => {
  if (options.length === 0) return options
  return isGrouped(options) ? [{ label: '', items: [head] }, ...options] : [head, ...options]
}
