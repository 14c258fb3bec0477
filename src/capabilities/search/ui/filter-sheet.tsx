import { useRef } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlays/dialog.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { showResultsText } from './reason-texts.ts'
import { NO_FILTERS } from './search-params.ts'
import { filterChips } from './search-texts.ts'

interface FilterSheetProps extends FilterFieldsProps, Pick<DialogProps, 'open' | 'onOpenChange'> {
  /** Number of matches; undefined while unknown. */
  total: number | undefined
}

/** The filters on phones: a bottom sheet, loaded on demand. Each change applies at once. */
export function FilterSheet({ open, onOpenChange, total, ...fields }: FilterSheetProps) {
  // Focus the button, not the first field: the on-screen keyboard would cover the sheet.
  const submitButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filtros" initialFocus={submitButton}>
      <form
        method="post"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          onOpenChange(false)
        }}
      >
        <FilterFields {...fields} />
        <div className="grid grid-cols-[auto_1fr] gap-3 border-t border-line pt-4">
          <Button
            disabled={filterChips(fields.value).length === 0}
            onClick={() => fields.onChange(NO_FILTERS)}
          >
            Limpiar
          </Button>
          <Button ref={submitButton} type="submit" variant="primary">
            {showResultsText(total)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
