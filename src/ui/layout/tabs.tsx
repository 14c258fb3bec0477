import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Value extends string = string> {
  value: Value
  label: string
  /** Number of items in it. */
  count?: number | undefined
  /** Rendered only while the tab is selected. */
  panel: ReactNode
}

export interface TabsProps<Value extends string> {
  /** Accessible name: «Secciones de la causa». */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Tabs. Arrow keys, Home and End select at once; on phones the row scrolls sideways. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const current = tabs.find((tab) => tab.value === value) ?? tabs[0]
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key]
    const next = to && current && tabs[to(tabs.indexOf(current), tabs.length)]
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(next.value)
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.value}`)}`)?.focus()
  }
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="-mx-5 flex scroll-px-5 gap-5.5 overflow-x-auto max-[23rem]:gap-3.5 border-b border-line px-5 [scrollbar-width:none] md:mx-0 md:scroll-px-0 md:gap-6 md:px-0"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}-panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="relative inline-flex min-h-12 flex-none items-center gap-2 rounded-[8px] text-ui font-medium max-[23rem]:text-small whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-selected:font-semibold aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-0 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:bg-primary"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="font-normal text-muted tabular-nums">{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      {current && (
        <div
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${current.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable (APG)
          tabIndex={0}
          className="pt-6 outline-offset-4"
        >
          {current.panel}
        </div>
      )}
    </div>
  )
}
