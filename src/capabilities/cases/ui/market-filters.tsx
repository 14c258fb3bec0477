import { REGIONS } from '../../../chile/regions.ts'
import { Button } from '../../../ui/button.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { type Chosen, countChosen, NONE } from './market-address.ts'

const SPECIALTIES = CASE_SPECIALTIES.map((one) => ({ value: one as string, label: one as string }))
const COMMUNES = REGIONS.map(({ name, communes }) => ({
  label: name,
  items: communes.map((one) => ({ value: one, label: one })),
}))

export interface MarketFieldsProps {
  value: Chosen
  onChange(value: Chosen): void
  /** The lawyer's own specialties that a case may have. */
  own: readonly string[]
}

/** MKT-03, MKT-04, OPEN-50: the two filters and the way to one's own specialties. */
export function MarketFields({ value, onChange, own }: MarketFieldsProps) {
  const isOwn = own.length === value.specialties.length && own.every((one) => value.specialties.includes(one))
  return (
    <>
      <div className="grid gap-1">
        <MultiSelect
          look="summary"
          label="Especialidades"
          placeholder="Todas las especialidades"
          emptyText="No se encontró la especialidad."
          options={SPECIALTIES}
          value={value.specialties}
          onChange={(specialties) => onChange({ ...value, specialties })}
        />
        {own.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3 justify-self-start"
            aria-pressed={isOwn}
            onClick={() => onChange({ ...value, specialties: isOwn ? [] : [...own] })}
          >
            Mis especialidades
          </Button>
        )}
      </div>
      <MultiSelect
        look="summary"
        label="Comunas"
        placeholder="Todas las comunas"
        options={COMMUNES}
        value={value.communes}
        onChange={(communes) => onChange({ ...value, communes })}
      />
    </>
  )
}

export interface MarketFiltersProps extends MarketFieldsProps {
  onApply(value: Chosen): void
  /** Other filters are in force than these. */
  changed: boolean
}

/** MKT-05: the filters beside the list; on phones a sheet has them. */
export function MarketFilters({ onApply, changed, ...fields }: MarketFiltersProps) {
  return (
    <form
      method="post"
      aria-label="Filtros"
      className="grid gap-5 max-md:hidden md:sticky md:top-6"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(fields.value)
      }}
    >
      <MarketFields {...fields} />
      <FilterButtons value={fields.value} onApply={onApply} />
      <p role="status" className="text-small text-muted empty:hidden">
        {changed && 'Aplica los filtros para ver los cambios.'}
      </p>
    </form>
  )
}

export function FilterButtons({ value, onApply }: Pick<MarketFiltersProps, 'value' | 'onApply'>) {
  return (
    <div className="grid grid-cols-[1fr_1.5fr] gap-2">
      <Button onClick={() => onApply(NONE)} disabled={countChosen(value) === 0}>
        Limpiar
      </Button>
      <SubmitButton>Aplicar Filtros</SubmitButton>
    </div>
  )
}
