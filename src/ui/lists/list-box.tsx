import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { groupLabelClass, itemClass } from '../overlays/popup-style.ts'
import { isGrouped, type Option, type Options } from './options.ts'

export interface ListBoxProps {
  id: string
  label: string
  options: Options
  /** Index of the active option among all options; -1 for none. */
  active: number
  onActive: (index: number) => void
  onChoose: (value: string) => void
  isChosen: (value: string) => boolean
  multiple?: boolean | undefined
  /** Shown when there are no options. */
  emptyText: string
  children: (option: Option) => ReactNode
}

/** DOM id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, index: number) => `${list}-${index}`

/** Scrolls the active option into view, with the heading of its group when it is the first. */
function useScrollToActive(list: RefObject<HTMLDivElement | null>, id: string) {
  useLayoutEffect(() => {
    const box = list.current
    const line = box?.querySelector<HTMLElement>(`[id="${id}"]`)
    if (!box || !line) return
    const first = line.previousElementSibling?.getAttribute('role') === 'presentation'
    const top = (first ? (line.previousElementSibling as HTMLElement) : line).offsetTop - 6
    const bottom = line.offsetTop + line.offsetHeight + 6
    if (top < box.scrollTop) box.scrollTop = top
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
  }, [list, id])
}

/** A listbox with its options, in groups or not. The focus stays in the field, which handles the keys. */
export function ListBox({
  id,
  label,
  options,
  active,
  onActive,
  onChoose,
  isChosen,
  multiple,
  emptyText,
  children,
}: ListBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  useScrollToActive(list, optionId(id, active))
  let index = -1
  const line = (option: Option) => {
    index += 1
    const optionIndex = index
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus (aria-activedescendant)
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
      <div
        key={option.value}
        id={optionId(id, optionIndex)}
        role="option"
        aria-selected={isChosen(option.value)}
        data-on={optionIndex === active ? '' : undefined}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' && optionIndex !== active) onActive(optionIndex)
        }}
        onClick={() => onChoose(option.value)}
        className={itemClass}
      >
        {children(option)}
      </div>
    )
  }
  const empty = options.length === 0
  return (
    <>
      {empty && <p className="px-4 py-3 text-muted">{emptyText}</p>}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        hidden={empty}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
      >
        {isGrouped(options)
          ? options.map((group, place) =>
              group.label === '' ? (
                group.items.map(line)
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
                <div key={group.label} role="group" aria-labelledby={`${id}-group-${place}`}>
                  <div id={`${id}-group-${place}`} role="presentation" className={groupLabelClass}>
                    {group.label}
                  </div>
                  {group.items.map(line)}
                </div>
              ),
            )
          : options.map(line)}
      </div>
    </>
  )
}
