import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { isGrouped, type Option, type Options } from './options.ts'
import { groupLabelClass, lineClass } from './popup-style.ts'

export interface ListBoxProps {
  id: string
  label: string
  options: Options
  /** The marked line, by its place among all lines; -1 for none. */
  active: number
  onActive: (index: number) => void
  onChoose: (value: string) => void
  isChosen: (value: string) => boolean
  several?: boolean | undefined
  /** Said in place of the lines when there are none. */
  emptyText: string
  children: (option: Option) => ReactNode
}

/** The id of a line, for `aria-activedescendant`. */
export const lineId = (list: string, index: number) => `${list}-${index}`

/** Brings the marked line into sight, its heading too when it is the first. */
function useSight(list: RefObject<HTMLDivElement | null>, id: string) {
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

/** The lines of a list, under their headings. The focus stays in the field: keys are the field's. */
export function ListBox({
  id,
  label,
  options,
  active,
  onActive,
  onChoose,
  isChosen,
  several,
  emptyText,
  children,
}: ListBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  useSight(list, lineId(id, active))
  let index = -1
  const line = (option: Option) => {
    index += 1
    const own = index
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the field holds the focus (aria-activedescendant)
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
      <div
        key={option.value}
        id={lineId(id, own)}
        role="option"
        aria-selected={isChosen(option.value)}
        data-on={own === active ? '' : undefined}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' && own !== active) onActive(own)
        }}
        onClick={() => onChoose(option.value)}
        className={lineClass}
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
        aria-multiselectable={several}
        hidden={empty}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
      >
        {isGrouped(options)
          ? options.map((group, place) =>
              group.label === '' ? (
                group.items.map(line)
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
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
