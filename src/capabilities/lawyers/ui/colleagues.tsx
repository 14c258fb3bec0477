import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { foundText } from '../../../ui/options.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAskedSearch } from '../../../ui/use-asked-search.ts'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import type { LawyersContract } from '../contract.ts'
import { type ColleagueFilters, colleaguePages } from '../queries.ts'
import { PROFILE_SPECIALTY_CATEGORIES } from '../schema.ts'
import { addressOf, EXPERIENCES, filtersIn } from './colleague-address.ts'
import { ColleagueCard } from './colleague-card.tsx'

const loadRefer = () => import('./refer-dialog.tsx')

const SPECIALTIES = PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) => ({
  label: name,
  items: specialties.map((one) => ({ value: one, label: one })),
}))
/** COL-06. */
const YEARS = [
  { value: 'todas', label: 'Todas' },
  ...EXPERIENCES.map((years) => ({ value: years, label: `${years}+ años` })),
]
/** Milliseconds after the last letter. */
const TYPED = 350

/** COL-03 to COL-12: the filters, kept in the address and in force as they are set, and the colleagues who fit. */
export function Colleagues() {
  const { search, asked, waiting, setSearch } = useAskedSearch()
  const filters = filtersIn(asked)
  /** Fields that wait for a last letter begin anew when the filters are cleared: it would bring back what was. */
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    latest.current = {}
    setCleared(cleared + 1)
    setSearch({}, { replace: true, preventScrollReset: true })
  }
  // A text is in force a moment after its last letter: it joins what is set by then.
  const latest = useRef(filters)
  latest.current = filters
  const set = (change: { [Name in keyof ColleagueFilters]?: ColleagueFilters[Name] | undefined }) => {
    // Kept at once: two that come together are both set before the page is drawn again.
    latest.current = { ...latest.current, ...change } as ColleagueFilters
    setSearch(addressOf(latest.current), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="grid gap-6 pb-18">
      <form
        method="post"
        aria-label="Filtros"
        className="grid gap-4 md:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <Typed
          key={`text ${cleared}`}
          label="Nombre o especialidad"
          maxLength={120}
          value={filters.text ?? ''}
          onTyped={(text) => set({ text })}
        />
        <Combobox
          label="Especialidad"
          placeholder="Todas"
          clearable
          emptyText="No se encontró la especialidad."
          options={SPECIALTIES}
          value={filters.specialty ?? null}
          onChange={(specialty) => set({ specialty: specialty ?? undefined })}
        />
        <Typed
          key={`location ${cleared}`}
          label="Ubicación"
          placeholder="Comuna o región"
          maxLength={130}
          value={filters.location ?? ''}
          onTyped={(location) => set({ location })}
        />
        <Select
          label="Experiencia"
          options={YEARS}
          value={filters.experience ?? 'todas'}
          onChange={(years) => set({ experience: EXPERIENCES.find((one) => one === years) })}
        />
      </form>
      <Found filters={filtersIn(search)} waiting={waiting} onClear={clear} />
    </div>
  )
}

interface TypedProps {
  label: string
  placeholder?: string
  maxLength: number
  value: string
  onTyped(text: string): void
}

/** A text that is in force a moment after the last letter, or at once with Enter. */
function Typed({ value, onTyped, ...field }: TypedProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // «Limpiar filtros» empties the field too.
  if (known !== value) {
    setKnown(value)
    if (value === '') setText('')
  }
  const settle = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() !== value) onTyped(next.trim())
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
        timer.current = setTimeout(() => settle(next), TYPED)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle(text)
      }}
    />
  )
}

interface FoundProps {
  filters: ColleagueFilters
  /** Another list is on the way. */
  waiting: boolean
  onClear(): void
}

function Found({ filters, waiting, onClear }: FoundProps) {
  const query = useInfiniteQuery(colleaguePages(rpc<LawyersContract>('lawyers'), filters))
  const refer = useFetchedDialog(loadRefer, (module) => module.ReferDialog)
  const [name, setName] = useState('')
  const items = query.data?.pages.flatMap((page) => page.items)
  const filtered = Object.keys(filters).length > 0
  // COL-12: only logged; the page offers another try and makes no noise.
  useEffect(() => {
    if (query.error) console.error('No se pudieron leer los colegas:', failureOf(query.error).message)
  }, [query.error])
  if (query.isPending) return <Waiting />
  if (!items)
    return (
      <Card flush>
        <LoadFailed
          level="h2"
          title="No pudimos cargar la lista"
          text="Inténtalo de nuevo en un momento."
          pending={query.isFetching}
          retry={() => void query.refetch()}
        />
      </Card>
    )
  if (items.length === 0)
    return (
      <Card flush>
        <EmptyState
          level="h2"
          icon={<Users />}
          title="No se encontraron colegas"
          text={filtered ? 'Prueba con otra especialidad, otro lugar o menos años.' : undefined}
          action={filtered && <Button onClick={onClear}>Limpiar filtros</Button>}
        />
      </Card>
    )
  return (
    <section aria-label="Colegas" aria-busy={waiting} className={classNames(waiting && 'opacity-60')}>
      <h2 className="sr-only">Colegas</h2>
      <p role="status" className="sr-only">
        {query.hasNextPage ? `Más de ${items.length} colegas` : foundText(items.length)}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
        {items.map((colleague) => (
          <li key={colleague.id} className="min-w-0">
            <ColleagueCard
              colleague={colleague}
              onRefer={() => {
                setName(colleague.name)
                refer.show()
              }}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        more={query.hasNextPage}
        pending={query.isFetchingNextPage}
        error={query.isFetchNextPageError ? 'No pudimos cargar más colegas.' : undefined}
        onMore={() => void query.fetchNextPage()}
      />
      {refer.Part && <refer.Part open={refer.open} onOpenChange={refer.setOpen} name={name} />}
    </section>
  )
}

function Waiting() {
  return (
    <SkeletonGroup className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3].map((one) => (
        <Card key={one} className="grid gap-4">
          <div className="flex items-center gap-3.5">
            <Skeleton round className="size-14" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </div>
          <Skeleton className="h-7 w-full" />
          <Skeleton className="h-11 w-full" />
        </Card>
      ))}
    </SkeletonGroup>
  )
}
