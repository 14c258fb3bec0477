import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { nextIndex } from './list-keys.ts'
import { flatOptions, isGrouped, matchingOptions, type Options, resultCountText } from './options.ts'

/** Value of the option that selects all or none; never a value of the field. */
export const ALL_VALUE = '\u0000'

interface Choosing<Value extends string> {
  listId: string
  options: Options<Value>
  value: readonly Value[]
  onChange: (value: Value[]) => void
  onBlur: (() => void) | undefined
  disabled: boolean | undefined
  /** Label of that option; null: no such option. */
  allText: string | null
}

/** Adds the «all» option on top of the complete list; search results do not contain it. */
function withAll(options: Options, allText: string | null): Options {
  if (options.length === 0 || allText === null) return options
  const all = { value: ALL_VALUE, label: allText }
  return isGrouped(options) ? [{ label: '', items: [all] }, ...options] : [all, ...options]
}

/** State of a MultiSelect's list: search text, active option, keys and screen reader announcements. */
export function useMultiSelectList<Value extends string>({
  listId,
  options,
  value,
  onChange,
  onBlur,
  disabled,
  allText,
}: Choosing<Value>) {
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [query, setQuery] = useState('')
  const [removed, setRemoved] = useState('')
  const all = flatOptions(options)
  const searching = query.trim() !== ''
  const visibleOptions = searching ? matchingOptions(options, query) : withAll(options, allText)
  const lines = flatOptions(visibleOptions)
  const marked = active < lines.length ? active : -1
  const allChosen = all.length > 0 && value.length === all.length

  const show = () => {
    if (disabled || open) return
    setActive(-1)
    setRemoved('')
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setQuery('')
  }
  const choose = (chosen: string) => {
    if (chosen === ALL_VALUE) return onChange(allChosen ? [] : all.map((option) => option.value))
    const without = value.filter((one) => one !== chosen)
    onChange(without.length < value.length ? without : [...value, chosen as Value])
  }
  const remove = (chosen: string) => {
    if (disabled) return
    setRemoved(all.find((option) => option.value === chosen)?.label ?? chosen)
    onChange(value.filter((one) => one !== chosen))
  }
  const setQueryText = (text: string) => {
    setQuery(text)
    setRemoved('')
    setOpen(true)
    setActive(text.trim() ? 0 : -1)
  }
  /** @returns whether the list handled the key */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    const moved = nextIndex(event.key, marked, lines.length, false)
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
      show()
    } else if (moved !== undefined) setActive(moved)
    else if (event.key === 'Enter') {
      const line = lines[marked]
      if (line) choose(line.value)
    } else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
    return true
  }
  const blur = (event: FocusEvent) => {
    if (anchor.current?.contains(event.relatedTarget)) return
    close()
    onBlur?.()
  }
  const found = searching ? resultCountText(lines.length) : ''
  const announcement = removed ? `${removed}: quitada` : open ? found : ''

  return {
    anchor,
    listId,
    open,
    show,
    close,
    active: marked,
    setActive,
    query,
    setQueryText,
    visibleOptions,
    allChosen,
    choose,
    remove,
    onKey,
    onBlur: blur,
    /** For screen readers: the number of results, or what was removed. */
    announcement,
  }
}

export type MultiSelectList = ReturnType<typeof useMultiSelectList>
