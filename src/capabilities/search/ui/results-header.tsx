import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { ResultHead } from '../../../site/result-head.tsx'
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
  return (
    <>
      <ResultHead
        text={total === undefined ? undefined : resultCountText(total)}
        filterCount={filterChips(value).length}
        sheet={sheet}
      />
      {sheet.render({ value, onChange, total })}
    </>
  )
}
