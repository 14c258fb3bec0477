import { Link } from 'react-router'
import type { SearchContract } from '../capabilities/search/contract.ts'
import { lawyerSearchOptions, type SearchFilters } from '../capabilities/search/queries.ts'
import { redirectUnknownFilters } from '../capabilities/search/ui/known-filters.ts'
import { LawyerSearch } from '../capabilities/search/ui/lawyer-search.tsx'
import {
  filterParams,
  parseFilters,
  revalidateOnPathChange,
} from '../capabilities/search/ui/search-params.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/search'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Encuentra tu Abogado Ideal',
    path: '/buscar-abogados',
    description:
      'Abogados verificados en todo Chile: busca por nombre, especialidad, comuna, experiencia y precio por consulta.',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const href = (filters: SearchFilters) => `/buscar-abogados?${filterParams(filters)}`
  const filters = redirectUnknownFilters(parseFilters(url.searchParams), href)
  const calls = sliceClient<SearchContract>(context, 'search')
  return { state: await prefetch(lawyerSearchOptions(filters, calls)) }
}

export const shouldRevalidate = revalidateOnPathChange

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer>
        <PageHeading
          title="Encuentra tu Abogado Ideal"
          text={
            <>
              Todos están verificados por nuestro equipo. ¿No sabes qué especialidad necesitas?{' '}
              <Link to="/buscar-ia">Cuéntanos tu problema</Link>.
            </>
          }
        />
        <LawyerSearch />
      </PageContainer>
    </QueryProvider>
  )
}
