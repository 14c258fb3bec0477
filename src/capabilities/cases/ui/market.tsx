import { ArrowUp, SearchX, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { usePendingSearch } from '../../../ui/lists/use-pending-search.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { type MarketCase, MESSAGES } from '../schema.ts'
import { MarketCard } from './market-card.tsx'
import {
  type MarketFieldsProps,
  MarketFilterForm,
  type MarketFilterFormProps,
} from './market-filter-form.tsx'
import { MarketGate } from './market-gate.tsx'
import {
  countSelected,
  type MarketSelection,
  NO_FILTERS,
  parseSelection,
  selectionParams,
  toMarketFilters,
} from './market-search-params.ts'
import { resultCountText } from './market-texts.ts'
import { useMarket } from './use-market.ts'

const loadSheet = () => import('./market-sheet.tsx')

export interface MarketProps {
  /** The lawyer's own specialties that are case specialties. */
  ownSpecialties: readonly string[]
  now: Date
  /** Renders «Iniciar Chat» for a case; calls `onGone` when the case is no longer open. */
  renderStart(item: MarketCase, onGone: () => void): ReactNode
}

/** MKT-02 to MKT-12: the filters, stored in the URL, and the matching cases. */
export function Market(props: MarketProps) {
  const { search, latest, waiting, setSearch } = usePendingSearch()
  const chosen = parseSelection(search)
  // The form follows the filters requested last; unapplied changes are kept while that list loads.
  const applied = selectionParams(parseSelection(latest)).toString()
  const [lastApplied, setLastApplied] = useState(applied)
  const [value, setValue] = useState(chosen)
  if (lastApplied !== applied) {
    setLastApplied(applied)
    setValue(parseSelection(new URLSearchParams(applied)))
  }
  const apply = (next: MarketSelection) => setSearch(selectionParams(next), { preventScrollReset: true })
  const fields = { value, onChange: setValue, ownSpecialties: props.ownSpecialties, onApply: apply }
  // A new key per list: opened cards and received events belong to the previous list.
  return (
    <FilteredMarket
      key={selectionParams(chosen).toString()}
      {...props}
      chosen={chosen}
      waiting={waiting}
      fields={fields}
      changed={selectionParams(value).toString() !== applied}
    />
  )
}

interface FilteredMarketProps extends MarketProps {
  chosen: MarketSelection
  /** Another list is loading. */
  waiting: boolean
  fields: MarketFieldsProps & Pick<MarketFilterFormProps, 'onApply'>
  /** Whether the form differs from the applied filters. */
  changed: boolean
}

function FilteredMarket({ now, renderStart, chosen, waiting, fields, changed }: FilteredMarketProps) {
  const market = useMarket(toMarketFilters(chosen))
  const { query, items, total } = market
  const sheet = useLazyDialog(loadSheet, (module) => module.MarketSheet)
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = query.error ? failureOf(query.error) : null
  if (failure?.status === 403 && items.length === 0) return <MarketGate openCount={null} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-18 md:grid-cols-[18rem_minmax(0,1fr)]">
      <MarketFilterForm {...fields} changed={changed} />
      <section aria-label="Casos" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex min-h-11 items-center justify-between gap-3 md:min-h-0">
          <div role="status">
            {query.data && (
              <h2
                ref={heading}
                tabIndex={-1}
                className="font-sans text-body font-semibold tracking-normal outline-none"
              >
                {resultCountText(total)}
              </h2>
            )}
          </div>
          <Button size="sm" className="md:hidden" pending={sheet.pending} onClick={sheet.show}>
            <SlidersHorizontal aria-hidden="true" className="size-4.5" />
            Filtros
            {countSelected(chosen) > 0 && <CountBadge calm value={countSelected(chosen)} label="en uso" />}
          </Button>
        </div>
        <NewCasesButton
          news={market.news}
          onShow={() => {
            market.showNews()
            heading.current?.focus()
            heading.current?.scrollIntoView({ block: 'center' })
          }}
        />
        <div aria-busy={waiting} className={classNames('grid gap-4', waiting && 'opacity-60')}>
          {query.isPending ? (
            <MarketSkeleton />
          ) : items.length > 0 ? (
            <>
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {items.map((item) => (
                  <li key={item.id}>
                    <MarketCard
                      item={item}
                      now={now}
                      gone={market.gone.has(item.id)}
                      start={renderStart(item, () => market.markGone(item.id))}
                    />
                  </li>
                ))}
              </ul>
              <LoadMore
                more={query.hasNextPage}
                pending={query.isFetchingNextPage}
                error={query.isFetchNextPageError ? MESSAGES.marketFailed : undefined}
                endText={items.length > 20 ? 'Son todos los casos que calzan.' : undefined}
                onMore={() => void query.fetchNextPage()}
              />
            </>
          ) : failure ? (
            <Card flush>
              <LoadFailed
                title={MESSAGES.marketFailed}
                text={failure.message}
                primary
                pending={query.isFetching}
                retry={() => void query.refetch()}
              />
            </Card>
          ) : (
            <Card flush>
              <MarketEmpty filtered={countSelected(chosen) > 0} onClear={() => fields.onApply(NO_FILTERS)} />
            </Card>
          )}
        </div>
      </section>
      {sheet.render(fields)}
    </div>
  )
}

/** Button that inserts newer cases on press, so that the list does not move while it is read. */
function NewCasesButton({ news, onShow }: { news: boolean; onShow(): void }) {
  return (
    <div role="status" className="sticky top-3 z-10 -my-2 flex h-0 justify-center empty:hidden">
      {news && (
        <Button variant="primary" size="sm" className="shadow-float" onClick={onShow}>
          <ArrowUp aria-hidden="true" className="size-4.5" />
          Hay casos nuevos
        </Button>
      )}
    </div>
  )
}

/** MKT-11. */
function MarketEmpty({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No hay casos disponibles"
      text={
        filtered
          ? 'Ningún caso abierto calza con estos filtros. Prueba con más especialidades o comunas.'
          : 'Cuando alguien publique un caso, lo verás aquí sin actualizar la página.'
      }
      action={
        filtered ? (
          <Button onClick={onClear}>Limpiar filtros</Button>
        ) : (
          <ButtonLink to="/dashboard">Ir a mi Panel</ButtonLink>
        )
      }
    />
  )
}

function MarketSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      {[1, 2, 3].map((one) => (
        <Card key={one} className="grid gap-3">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton />
          <Skeleton />
          <Skeleton className="h-3.5 w-4/5" />
        </Card>
      ))}
    </SkeletonGroup>
  )
}
