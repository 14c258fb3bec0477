import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { MarketForm, type MarketFormProps } from './market-form.tsx'

interface MarketSheetProps extends MarketFormProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** The filters on phones: a bottom sheet, loaded on first use. */
export const MarketSheet = ({ open, onOpenChange, onApply, ...fields }: MarketSheetProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Filtros">
    <MarketForm
      {...fields}
      className="grid gap-5"
      onApply={(value) => {
        onOpenChange(false)
        onApply(value)
      }}
    />
  </Dialog>
)
