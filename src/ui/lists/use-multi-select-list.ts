import { type FocusEvent, useState } from 'react'
import { flatOptions, type Options, resultCountText } from './options.ts'
import { useList } from './use-list.ts'

/** Value of the option that selects all or none; never a value of the field. */
export const ALL_VALUE = '\u0000'

interface Choosing {
  options: Options
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur: (() => void) | undefined
  disabled: boolean | undefined
  /** Label of that option; null: no such option. */
  allText: string | null
}

/** State of a MultiSelect's list: that of the list, the chosen options and screen reader announcements. */
export function useMultiSelectList({ options, value, onChange, onBlur, disabled, allText }: Choosing) {
  const [removed, setRemoved] = useState('')
  const all = flatOptions(options)
  const allChosen = all.length > 0 && value.length === all.length
  const choose = (chosen: string | undefined) => {
    if (chosen === undefined) return
    setRemoved('')
    if (chosen === ALL_VALUE) return onChange(allChosen ? [] : all.map((option) => option.value))
    const without = value.filter((one) => one !== chosen)
    onChange(without.length < value.length ? without : [...value, chosen])
  }
  const remove = (chosen: string) => {
    if (disabled) return
    setRemoved(all.find((option) => option.value === chosen)?.label ?? chosen)
    onChange(value.filter((one) => one !== chosen))
  }
  const list = useList({
    options,
    disabled,
    onChoose: choose,
    head: allText === null ? null : { value: ALL_VALUE, label: allText },
  })
  const found = list.open && list.isSearching ? resultCountText(list.lines.length) : ''
  return {
    ...list,
    type(text: string) {
      setRemoved('')
      list.type(text)
    },
    allChosen,
    choose,
    remove,
    onBlur(event: FocusEvent) {
      if (list.anchor.current?.contains(event.relatedTarget)) return
      list.close()
      onBlur?.()
    },
    /** For screen readers: the number of results, or what was removed. */
    announcement: removed ? `${removed}: quitada` : found,
  }
}

export type MultiSelectList = ReturnType<typeof useMultiSelectList>
