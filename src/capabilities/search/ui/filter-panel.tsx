import { Button } from '../../../ui/actions/button.tsx'
import { ChipList, FilterChip } from '../../../ui/display/chips.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { NO_FILTERS, withChanges } from './search-params.ts'
import { filterChips } from './search-texts.ts'

/** The filters next to the list. On phones, `FilterSheet` shows them. */
export function FilterPanel({ value, onChange }: FilterFieldsProps) {
  return (
    <form
      method="post"
      aria-label="Filtros"
      className="grid content-start gap-5 max-md:hidden md:sticky md:top-6"
      onSubmit={(event) => event.preventDefault()}
    >
      <h2 className="text-h4">Filtros</h2>
      <FilterFields value={value} onChange={onChange} />
      <Button block disabled={filterChips(value).length === 0} onClick={() => onChange(NO_FILTERS)}>
        Limpiar filtros
      </Button>
    </form>
  )
}

export function FilterChips({ value, onChange }: FilterFieldsProps) {
  const chips = filterChips(value)
  if (chips.length === 0) return null
  return (
    <ChipList label="Filtros en uso">
      {chips.map(({ name, label }) => (
        <FilterChip
          key={name}
          label={label}
          onRemove={() => onChange(withChanges(value, { [name]: null }))}
        />
      ))}
    </ChipList>
  )
}
