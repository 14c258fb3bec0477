import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { seeText } from './reason-texts.ts'
import { CLEARED } from './search-address.ts'
import { chipsOf } from './search-texts.ts'

export interface FilterSheetProps extends FilterFieldsProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** How many fit; undefined: nobody knows yet. */
  total: number | undefined
}

/** The filters on phones: a sheet from below, in force as they are set. Loaded when it is first asked for. */
export function FilterSheet({ open, onOpenChange, total, ...fields }: FilterSheetProps) {
  // Not the first field: a keyboard would cover the sheet.
  const see = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filtros" initialFocus={see}>
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
          <Button disabled={chipsOf(fields.value).length === 0} onClick={() => fields.onChange(CLEARED)}>
            Limpiar
          </Button>
          <Button ref={see} type="submit" variant="primary">
            {seeText(total)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
