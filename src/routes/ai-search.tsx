import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { SearchContract } from '../capabilities/search/contract.ts'
import { lawyerPages } from '../capabilities/search/queries.ts'
import { AiSearch } from '../capabilities/search/ui/ai-search.tsx'
import { listedOnly } from '../capabilities/search/ui/listed.ts'
import { aiAddressOf, aiFiltersIn, wasSearched } from '../capabilities/search/ui/search-address.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { Wrap } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/ai-search'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Búsqueda Inteligente',
    path: '/buscar-ia',
    description:
      'Cuenta tu problema legal con tus palabras y encuentra abogados verificados en Chile por materia, comuna, experiencia y precio.',
  })

/** Only an address of something that was searched shows results (OPEN-52). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = aiFiltersIn(url.searchParams)
  const filters = listedOnly(asked)
  const searched = wasSearched(url.searchParams)
  if (aiAddressOf(filters, searched).toString() !== aiAddressOf(asked, searched).toString())
    throw redirect(`/buscar-ia?${aiAddressOf(filters, searched)}`)
  if (!searched) return { state: await prefetch() }
  const calls = callsOf<SearchContract>(context, 'search')
  return { state: await prefetch(lawyerPages(calls, filters)) }
}

/** Other filters are asked for by the page itself. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate

export default function AiSearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <Wrap>
        <PageHeading
          title="Búsqueda Inteligente"
          text="Escribe qué te pasa con tus palabras o usa los filtros. No guardamos lo que escribes."
        />
        <AiSearch />
      </Wrap>
    </QueryProvider>
  )
}
