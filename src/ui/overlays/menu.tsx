import { Ellipsis } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { iconButtonClass } from '../actions/button-style.ts'
import {
  addToTypeahead,
  isPrintableKey,
  nextIndex,
  type TypeaheadText,
  typeaheadIndex,
} from '../lists/list-keys.ts'
import { classNames } from '../theme/class-names.ts'
import { Popup } from './popup.tsx'
import { groupLabelClass, itemClass } from './popup-style.ts'

export interface MenuItem {
  label: string
  /** A lucide icon; its size is set by the menu. */
  icon?: ReactNode
  onSelect: () => void
  danger?: boolean | undefined
  disabled?: boolean | undefined
}

export interface MenuSection {
  /** «Mover a…» */
  heading?: string | undefined
  items: readonly MenuItem[]
}

export interface MenuProps {
  /** The accessible name of the button: «Opciones de Revisar finiquito». */
  label: string
  /** Separated by a line. */
  sections: readonly MenuSection[]
  size?: 'md' | 'sm' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** A button with a menu of actions. Choosing one returns the focus to the button, then runs the action. */
export function Menu({ label, sections, size = 'md', disabled, className }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  /** Whether it is open, and which item gets the focus first. */
  const [open, setOpen] = useState<'first' | 'last' | false>(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? `${id}-menu` : undefined}
        data-popup-open={open ? '' : undefined}
        disabled={disabled}
        onClick={() => setOpen(open ? false : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
        className={iconButtonClass(
          size,
          classNames('data-popup-open:bg-sunken data-popup-open:text-ink', className),
        )}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      {open && (
        <Popup anchor={button} onLeave={close} align="end" className="min-w-53">
          <MenuList
            id={`${id}-menu`}
            labelledBy={id}
            sections={sections}
            start={open}
            onClose={(back) => {
              close()
              if (back) button.current?.focus()
            }}
          />
        </Popup>
      )}
    </>
  )
}

interface MenuListProps {
  id: string
  labelledBy: string
  sections: readonly MenuSection[]
  start: 'first' | 'last'
  /** @param back whether to return the focus to the button */
  onClose: (back: boolean) => void
}

function MenuList({ id, labelledBy, sections, start, onClose }: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef<TypeaheadText>(undefined)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useLayoutEffect(() => {
    items()
      .at(start === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true })
  }, [])

  const key = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    let to = nextIndex(event.key, at, all.length, true)
    if (event.key === 'Escape') onClose(true)
    else if (to === undefined && isPrintableKey(event) && event.key !== ' ') {
      typed.current = addToTypeahead(typed.current, event.key, event.timeStamp)
      const labels = all.map((line) => line.textContent)
      to = typeaheadIndex(labels, typed.current.text, at) ?? at
    } else if (to === undefined) return
    if (to !== undefined) all[to]?.focus()
    event.preventDefault()
    // Escape closes the menu, not the dialog around it.
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onKeyDown={key}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (next && next.id !== labelledBy && !event.currentTarget.contains(next)) onClose(false)
      }}
      className="overflow-y-auto overscroll-contain p-1.5 outline-none"
    >
      {sections.map((section, place) => (
        <Fragment key={section.heading ?? section.items[0]?.label}>
          {place > 0 && <hr className="-mx-1.5 my-1.5 border-line" />}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu */}
          <div role="group" aria-labelledby={section.heading ? `${id}-${place}` : undefined}>
            {section.heading && (
              <div id={`${id}-${place}`} role="presentation" className={groupLabelClass}>
                {section.heading}
              </div>
            )}
            {section.items.map((item) => (
              <MenuListItem key={item.label} item={item} onClose={() => onClose(true)} />
            ))}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function MenuListItem({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') event.currentTarget.focus({ preventScroll: true })
      }}
      onClick={() => {
        if (item.disabled) return
        onClose()
        item.onSelect()
      }}
      className={classNames(
        itemClass,
        'w-full aria-disabled:text-muted focus:bg-primary-soft forced-colors:focus:outline-2 [&>svg]:size-4.5',
        item.danger && 'text-danger-ink! focus:bg-danger-soft',
      )}
    >
      {item.icon}
      {item.label}
    </button>
  )
}
