import type { SearchContract } from '../capabilities/search/contract.ts'
import { lawyerSearchOptions, type SearchFilters } from '../capabilities/search/queries.ts'
import { AiSearch } from '../capabilities/search/ui/ai-search.tsx'
import { redirectUnknownFilters } from '../capabilities/search/ui/known-filters.ts'
import {
  aiSearchParams,
  hasSearched,
  parseAiFilters,
  revalidateOnPathChange,
} from '../capabilities/search/ui/search-params.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/ai-search'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Búsqueda Inteligente',
    path: '/buscar-ia',
    description:
      'Cuenta tu problema legal con tus palabras y encuentra abogados verificados en Chile por materia, comuna, experiencia y precio.',
  })

/** Only a URL with a search shows results (OPEN-52). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const searched = hasSearched(url.searchParams)
  const href = (filters: SearchFilters) => `/buscar-ia?${aiSearchParams(filters, searched)}`
  const filters = redirectUnknownFilters(parseAiFilters(url.searchParams), href)
  if (!searched) return { state: await prefetch() }
  const calls = sliceClient<SearchContract>(context, 'search')
  return { state: await prefetch(lawyerSearchOptions(filters, calls)) }
}

export const shouldRevalidate = revalidateOnPathChange

export default function AiSearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer>
        <PageHeading
          title="Búsqueda Inteligente"
          text="Escribe qué te pasa con tus palabras o usa los filtros. No guardamos lo que escribes."
        />
        <AiSearch />
      </PageContainer>
    </QueryProvider>
  )
}
