import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { useTextBeforeHydration } from '../../../ui/boot/text-before-hydration.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { SearchFilters } from '../queries.ts'
import { FilterChips, FilterPanel } from './filter-panel.tsx'
import { Results } from './results.tsx'
import { filterParams, NO_FILTERS, parseFilters, withChanges } from './search-params.ts'
import { filterChips, MAX_NAME_LENGTH } from './search-texts.ts'

/** SEA-01, OPEN-51: all verified lawyers, with filters that are kept in the URL. */
export function LawyerSearch() {
  const [search, setSearch] = useSearchParams()
  const filters = parseFilters(search)
  const text = filters.text ?? ''
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  // Changed from outside: a chip, «Limpiar filtros» or browser navigation.
  if (lastText !== text) {
    setLastText(text)
    setTyped(text)
  }
  const apply = (next: SearchFilters) => {
    const params = filterParams(next)
    const isSame = params.toString() === filterParams(filters).toString()
    setSearch(params, { preventScrollReset: true, replace: isSame })
  }
  /** Also applies a name that was typed but not yet submitted, when another control changes. */
  const applyWithName = (next: SearchFilters) => {
    if (next === NO_FILTERS) setTyped('')
    const keepsTypedName = next !== NO_FILTERS && next.text === filters.text
    apply(keepsTypedName ? withChanges(next, { text: typed.trim() }) : next)
  }
  return (
    <div className="pb-18">
      <NameBox
        typed={typed}
        onType={setTyped}
        onSearch={() => apply(withChanges(filters, { text: typed.trim() }))}
      />
      {filterChips(filters).length > 0 && (
        <div className="mt-5">
          <FilterChips value={filters} onChange={applyWithName} />
        </div>
      )}
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[16.5rem_minmax(0,1fr)]">
        <FilterPanel value={filters} onChange={applyWithName} />
        <Results value={filters} onChange={applyWithName} />
      </div>
    </div>
  )
}

interface NameBoxProps {
  typed: string
  onType(text: string): void
  onSearch(): void
}

function NameBox({ typed, onType, onSearch }: NameBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  useTextBeforeHydration(field, onType)
  return (
    <Card>
      <form
        method="post"
        aria-label="Buscar abogados"
        className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <TextField
          ref={field}
          label="Nombre del abogado"
          placeholder="Por ejemplo: Javiera Contreras"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_NAME_LENGTH}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <SubmitButton className="min-h-12 max-md:w-full">
          <Search aria-hidden="true" className="size-4.5" />
          Buscar
        </SubmitButton>
      </form>
    </Card>
  )
}
