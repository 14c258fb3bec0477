import { Dialog } from '../../../ui/overlays/dialog.tsx'
import {
  FilterButtons,
  MarketFields,
  type MarketFieldsProps,
  type MarketFilterFormProps,
} from './market-filter-form.tsx'

interface MarketSheetProps extends MarketFieldsProps, Pick<MarketFilterFormProps, 'onApply'> {
  open: boolean
  onOpenChange(open: boolean): void
}

/** The filters on phones: a bottom sheet, loaded on first use. */
export function MarketSheet({ open, onOpenChange, onApply, ...fields }: MarketSheetProps) {
  const apply: typeof onApply = (value) => {
    onOpenChange(false)
    onApply(value)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filtros">
      <form
        method="post"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          apply(fields.value)
        }}
      >
        <MarketFields {...fields} />
        <FilterButtons value={fields.value} onApply={apply} />
      </form>
    </Dialog>
  )
}
