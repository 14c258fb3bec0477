import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { SearchFilters } from '../queries.ts'
import { EXPERIENCE_OPTIONS, MAX_NAME_LENGTH } from './search-texts.ts'

const PARAMS = {
  text: 'nombre',
  specialty: 'especialidad',
  commune: 'comuna',
  experience: 'experiencia',
  maxPrice: 'precio',
} as const
/** URL parameter of the AI search after a search, so that a reload or «back» shows the results again. */
const SEARCHED_PARAM = 'busqueda'

/** No specialty or commune has a longer name. */
const MAX_LISTED_LENGTH = 80

/**
 * Reads the filters from the URL and drops values that the API would refuse. Whether a specialty or commune
 * exists is checked by the page's loader (`redirectUnknownFilters`), because the lists are too heavy for a first visit.
 */
export function parseFilters(search: URLSearchParams): SearchFilters {
  const get = (name: keyof typeof PARAMS) => search.get(PARAMS[name]) ?? ''
  const text = get('text').toWellFormed().slice(0, MAX_NAME_LENGTH).trim()
  const specialty = get('specialty').toWellFormed().slice(0, MAX_LISTED_LENGTH)
  const commune = get('commune').toWellFormed().slice(0, MAX_LISTED_LENGTH)
  const experience = EXPERIENCE_OPTIONS.find((option) => option === get('experience'))
  const price = /^\d{1,9}$/.test(get('maxPrice')) ? String(Number(get('maxPrice'))) : ''
  return {
    ...(text && { text }),
    ...(specialty && { specialty }),
    ...(commune && { commune }),
    ...(experience && { experience }),
    ...(price && { maxPrice: price }),
  }
}

export function filterParams(filters: SearchFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, param] of Object.entries(PARAMS)) {
    const value = filters[name as keyof typeof PARAMS]
    if (value) search.set(param, value)
  }
  return search
}

/** The filters of the AI search. Its free text is never in the URL. */
export function parseAiFilters(search: URLSearchParams): SearchFilters {
  const { text: _, ...filters } = parseFilters(search)
  return filters
}

/**
 * The URL parameters of the AI search.
 * @param searched whether there was a search, so that the page shows results (OPEN-52)
 */
export function aiSearchParams(filters: SearchFilters, searched: boolean): URLSearchParams {
  const search = filterParams(filters)
  search.delete(PARAMS.text)
  if (searched) search.set(SEARCHED_PARAM, '1')
  return search
}

export const hasSearched = (search: URLSearchParams): boolean => search.has(SEARCHED_PARAM)

/** `shouldRevalidate` of the search pages: on a change of filters, the page itself fetches the results. */
export const revalidateOnPathChange = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

/** «Limpiar»: removes all filters. The name field recognises it by identity and discards typed text, too. */
export const NO_FILTERS: SearchFilters = {}

/** The filters with some of them changed; null removes a filter. */
export function withChanges(
  filters: SearchFilters,
  change: { [Name in keyof SearchFilters]?: SearchFilters[Name] | null },
): SearchFilters {
  const entries = Object.entries({ ...filters, ...change }).filter(([, value]) => value)
  return Object.fromEntries(entries) as SearchFilters
}
