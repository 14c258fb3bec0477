import { ArrowUp, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { ResultHead } from '../../../site/result-head.tsx'
import { ResultList } from '../../../site/result-list.tsx'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { usePendingSearch } from '../../../ui/lists/use-pending-search.ts'
import { type MarketCase, MESSAGES } from '../schema.ts'
import { MarketCard } from './market-card.tsx'
import { MarketForm, type MarketFormProps } from './market-form.tsx'
import { MarketGate } from './market-gate.tsx'
import {
  countSelected,
  type MarketSelection,
  NO_FILTERS,
  parseSelection,
  selectionParams,
} from './market-search-params.ts'
import { resultCountText } from './market-texts.ts'
import { useMarket } from './use-market.ts'

const loadSheet = () => import('./market-sheet.tsx')

export interface MarketProps extends Pick<MarketFormProps, 'ownSpecialties'> {
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
  fields: MarketFormProps
  /** Whether the form differs from the applied filters. */
  changed: boolean
}

function FilteredMarket({ now, renderStart, chosen, waiting, fields, changed }: FilteredMarketProps) {
  const market = useMarket(chosen)
  const { query } = market
  const filterCount = countSelected(chosen)
  const sheet = useLazyDialog(loadSheet, (module) => module.MarketSheet)
  const heading = useRef<HTMLHeadingElement>(null)
  const showNews = () => {
    market.showNews()
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }
  if (query.isLoadingError && failureOf(query.error).status === 403) return <MarketGate openCount={null} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-18 md:grid-cols-[18rem_minmax(0,1fr)]">
      <MarketForm {...fields} aria-label="Filtros" className="grid gap-5 max-md:hidden md:sticky md:top-6">
        <p role="status" className="text-small text-muted empty:hidden">
          {changed && 'Aplica los filtros para ver los cambios.'}
        </p>
      </MarketForm>
      <section aria-label="Casos" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ResultHead
          text={query.data && resultCountText(query.data.total ?? 0)}
          filterCount={filterCount}
          sheet={sheet}
          headingRef={heading}
        />
        {/* On press, so that the list does not move while it is read. */}
        <div role="status" className="sticky top-3 z-10 -my-2 flex h-0 justify-center empty:hidden">
          {market.news && (
            <Button variant="primary" size="sm" className="shadow-float" onClick={showNews}>
              <ArrowUp aria-hidden="true" className="size-4.5" />
              Hay casos nuevos
            </Button>
          )}
        </div>
        <ResultList
          query={query}
          failed={MESSAGES.failed}
          waiting={waiting}
          empty={
            <EmptyState
              icon={<SearchX />}
              title="No hay casos disponibles"
              text={
                filterCount > 0
                  ? 'Ningún caso abierto calza con estos filtros. Prueba con más especialidades o comunas.'
                  : 'Cuando alguien publique un caso, lo verás aquí sin actualizar la página.'
              }
              action={
                filterCount > 0 ? (
                  <Button onClick={() => fields.onApply(NO_FILTERS)}>Limpiar filtros</Button>
                ) : (
                  <ButtonLink to="/dashboard">Ir a mi Panel</ButtonLink>
                )
              }
            />
          }
          endText="Son todos los casos que calzan."
        >
          {(item) => (
            <MarketCard
              item={item}
              now={now}
              gone={market.gone.has(item.id)}
              start={renderStart(item, () => market.markGone(item.id))}
            />
          )}
        </ResultList>
      </section>
      {sheet.render(fields)}
    </div>
  )
}
