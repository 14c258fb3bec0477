import { SlidersHorizontal } from 'lucide-react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { filterChips, resultCountText } from './search-texts.ts'

const loadSheet = () => import('./filter-sheet.tsx')

/** The number of results, and on phones the button that opens the filters. */
export function ResultsHeader({
  value,
  onChange,
  total,
}: FilterFieldsProps & { total?: number | undefined }) {
  const sheet = useLazyDialog(loadSheet, (module) => module.FilterSheet)
  const activeCount = filterChips(value).length
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 md:min-h-6">
      <div role="status">
        {total !== undefined && (
          <h2 className="font-sans text-body font-semibold tracking-normal">{resultCountText(total)}</h2>
        )}
      </div>
      <Button size="sm" className="flex-none md:hidden" pending={sheet.pending} onClick={sheet.show}>
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        Filtros
        {activeCount > 0 && <CountBadge calm value={activeCount} label="en uso" />}
      </Button>
      {sheet.render({ value, onChange, total })}
    </div>
  )
}

/** Skeletons of the result cards. */
export function ResultsSkeleton({ label }: { label?: string }) {
  return (
    <SkeletonGroup className="grid gap-4" {...(label !== undefined && { label })}>
      {[1, 2, 3].map((n) => (
        <Card
          key={n}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-5 md:grid-cols-[auto_minmax(0,1fr)_7.5rem]"
        >
          <Skeleton round className="size-13 md:size-16" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 w-3/4" />
          </div>
          <div className="grid content-between gap-6 max-md:hidden">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  )
}
