import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { ResultList } from '../../../site/result-list.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import { resultCountText } from '../../../ui/lists/options.ts'
import { Select } from '../../../ui/lists/select.tsx'
import { usePendingSearch } from '../../../ui/lists/use-pending-search.ts'
import { type ColleagueFilters, colleaguePages } from '../queries.ts'
import { ColleagueCard } from './colleague-card.tsx'
import { EXPERIENCE_CHOICES, filtersFromParams, paramsFromFilters } from './colleague-search-params.ts'
import { SPECIALTY_OPTIONS } from './specialty-options.ts'

const loadReferDialog = () => import('./refer-dialog.tsx')

/** Choices of the experience filter (COL-06). */
const EXPERIENCE_OPTIONS = [
  { value: 'todas', label: 'Todas' },
  ...EXPERIENCE_CHOICES.map((years) => ({ value: years, label: `${years}+ años` })),
]
/** Time after the last keystroke until a text filter applies. */
const DEBOUNCE_MS = 350

/** COL-03 to COL-12: filters, kept in the URL and applied at once, and the matching colleagues. */
export function Colleagues() {
  const { search, latest: asked, waiting, setSearch } = usePendingSearch()
  const filters = filtersFromParams(asked)
  /** Key of the text fields: clearing remounts them, so that no pending debounce restores the old text. */
  const [resetCount, setResetCount] = useState(0)
  const clear = () => {
    latest.current = {}
    setResetCount(resetCount + 1)
    setSearch({}, { replace: true, preventScrollReset: true })
  }
  // A debounced text must merge with the latest filters, not with those of the render that started the timer.
  const latest = useRef(filters)
  latest.current = filters
  const set = (change: { [Name in keyof ColleagueFilters]?: ColleagueFilters[Name] | undefined }) => {
    // Update the ref now, so that two changes before the next render do not overwrite each other.
    latest.current = { ...latest.current, ...change } as ColleagueFilters
    setSearch(paramsFromFilters(latest.current), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="grid gap-6 pb-18">
      <form
        method="post"
        aria-label="Filtros"
        className="grid gap-4 md:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <DebouncedTextField
          key={`text ${resetCount}`}
          label="Nombre o especialidad"
          maxLength={120}
          value={filters.text ?? ''}
          onSettled={(text) => set({ text })}
        />
        <Combobox
          label="Especialidad"
          placeholder="Todas"
          clearable
          emptyText="No se encontró la especialidad."
          options={SPECIALTY_OPTIONS}
          value={filters.specialty ?? null}
          onChange={(specialty) => set({ specialty: specialty ?? undefined })}
        />
        <DebouncedTextField
          key={`location ${resetCount}`}
          label="Ubicación"
          placeholder="Comuna o región"
          maxLength={130}
          value={filters.location ?? ''}
          onSettled={(location) => set({ location })}
        />
        <Select
          label="Experiencia"
          options={EXPERIENCE_OPTIONS}
          value={filters.experience ?? 'todas'}
          onChange={(years) => set({ experience: EXPERIENCE_CHOICES.find((one) => one === years) })}
        />
      </form>
      <ColleagueResults filters={filtersFromParams(search)} waiting={waiting} onClear={clear} />
    </div>
  )
}

interface DebouncedTextFieldProps {
  label: string
  placeholder?: string
  maxLength: number
  value: string
  onSettled(text: string): void
}

/** Text field that reports its value after a pause in typing, or at once on Enter. */
function DebouncedTextField({ value, onSettled, ...field }: DebouncedTextFieldProps) {
  const [text, setText] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // «Limpiar filtros» also empties this field.
  if (previousValue !== value) {
    setPreviousValue(value)
    if (value === '') setText('')
  }
  const settle = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() !== value) onSettled(next.trim())
  }
  return (
    <TextField
      {...field}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => settle(next), DEBOUNCE_MS)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle(text)
      }}
    />
  )
}

interface ColleagueResultsProps {
  filters: ColleagueFilters
  /** Another list is loading. */
  waiting: boolean
  onClear(): void
}

function ColleagueResults({ filters, waiting, onClear }: ColleagueResultsProps) {
  const query = useInfiniteQuery(colleaguePages(filters))
  const referDialog = useLazyDialog(loadReferDialog, (module) => module.ReferDialog)
  const [name, setName] = useState('')
  // COL-12: only log the error; the page offers a retry without a toast.
  useEffect(() => {
    if (query.error) console.error('No se pudieron leer los colegas:', failureOf(query.error).message)
  }, [query.error])
  const { data } = query
  const filtered = Object.keys(filters).length > 0
  return (
    <section aria-label="Colegas">
      <h2 className="sr-only">Colegas</h2>
      <p role="status" className="sr-only">
        {data &&
          (query.hasNextPage ? `Más de ${data.items.length} colegas` : resultCountText(data.items.length))}
      </p>
      <ResultList
        query={query}
        failed="No pudimos cargar la lista"
        waiting={waiting}
        empty={
          <EmptyState
            icon={<Users />}
            title="No se encontraron colegas"
            text={filtered ? 'Prueba con otra especialidad, otro lugar o menos años.' : undefined}
            action={filtered && <Button onClick={onClear}>Limpiar filtros</Button>}
          />
        }
        className="md:grid-cols-2 lg:grid-cols-3"
      >
        {(colleague) => (
          <ColleagueCard
            colleague={colleague}
            onRefer={() => {
              setName(colleague.name)
              referDialog.show()
            }}
          />
        )}
      </ResultList>
      {referDialog.render({ name })}
    </section>
  )
}
