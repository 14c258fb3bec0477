import type { ComponentProps } from 'react'
import { REGIONS } from '../../../chile/regions.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { MultiSelect } from '../../../ui/lists/multi-select.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { countSelected, type MarketSelection, NO_FILTERS } from './market-search-params.ts'

const SPECIALTIES = optionsOf(CASE_SPECIALTIES)
const COMMUNES = REGIONS.map(({ name, communes }) => ({
  label: name,
  items: optionsOf(communes),
}))

export interface MarketFormProps {
  value: MarketSelection
  onChange(value: MarketSelection): void
  onApply(value: MarketSelection): void
  /** The lawyer's own specialties that are case specialties. */
  ownSpecialties: readonly string[]
}

/** MKT-03 to MKT-05, OPEN-50: the filters of the market, with «Mis especialidades». */
export function MarketForm({
  value,
  onChange,
  onApply,
  ownSpecialties,
  children,
  ...form
}: MarketFormProps & Pick<ComponentProps<'form'>, 'aria-label' | 'className' | 'children'>) {
  const isOwn =
    ownSpecialties.length === value.specialties.length &&
    ownSpecialties.every((one) => value.specialties.includes(one))
  return (
    <form
      {...form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(value)
      }}
    >
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
        {ownSpecialties.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3 justify-self-start"
            aria-pressed={isOwn}
            onClick={() => onChange({ ...value, specialties: isOwn ? [] : [...ownSpecialties] })}
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
      <div className="grid grid-cols-[1fr_1.5fr] gap-2">
        <Button onClick={() => onApply(NO_FILTERS)} disabled={countSelected(value) === 0}>
          Limpiar
        </Button>
        <SubmitButton>Aplicar Filtros</SubmitButton>
      </div>
      {children}
    </form>
  )
}
