import { Link } from 'react-router'
import type { SearchContract } from '../capabilities/search/contract.ts'
import { lawyerSearchOptions, type SearchFilters } from '../capabilities/search/queries.ts'
import { LawyerSearch } from '../capabilities/search/ui/lawyer-search.tsx'
import { redirectUnknownFilters } from '../capabilities/search/ui/listed.ts'
import {
  filterParams,
  parseFilters,
  revalidateOnPathChange,
} from '../capabilities/search/ui/search-address.ts'
import { prefetch, sliceClient } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { PageContainer } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { pageMeta } from '../ui/page-meta.ts'
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
  return { state: await prefetch(lawyerSearchOptions(calls, filters)) }
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
