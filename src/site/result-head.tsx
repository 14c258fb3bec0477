import { SlidersHorizontal } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { CountBadge } from '../ui/display/badge.tsx'

export interface ResultHeadProps {
  /** Number of results; undefined while unknown. */
  text: string | undefined
  filterCount: number
  /** The bottom sheet with the filters (`useLazyDialog`). */
  sheet: { pending: boolean; show(): void }
  headingRef?: Ref<HTMLHeadingElement>
}

/** Above the results: their number, and on phones the button that opens the filters. */
export const ResultHead = ({ text, filterCount, sheet, headingRef }: ResultHeadProps) => (
  <div className="flex min-h-11 items-center justify-between gap-4 md:min-h-6">
    <div role="status">
      {text && (
        <h2
          ref={headingRef}
          tabIndex={-1}
          className="font-sans text-body font-semibold tracking-normal outline-none"
        >
          {text}
        </h2>
      )}
    </div>
    <Button size="sm" className="flex-none md:hidden" pending={sheet.pending} onClick={sheet.show}>
      <SlidersHorizontal aria-hidden="true" className="size-4.5" />
      Filtros
      {filterCount > 0 && <CountBadge calm value={filterCount} label="en uso" />}
    </Button>
  </div>
)
