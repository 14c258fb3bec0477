import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { SearchFilters } from '../queries.ts'
import { EXPERIENCES, NAME_MAX } from './search-texts.ts'

const NAMES = {
  text: 'nombre',
  specialty: 'especialidad',
  commune: 'comuna',
  experience: 'experiencia',
  maxPrice: 'precio',
} as const
/** In the address of the AI search once something was searched: a reload and the way back show it again. */
const SEARCHED = 'busqueda'

/** Longer names are on no list. */
const LISTED_MAX = 80

/**
 * The filters that an address carries; what the call would refuse is left out. Whether names are on their lists the page's
 * loader looks (`listedOnly`): the lists are heavier than a first visit may be.
 */
export function filtersIn(search: URLSearchParams): SearchFilters {
  const get = (name: keyof typeof NAMES) => search.get(NAMES[name]) ?? ''
  const text = get('text').toWellFormed().slice(0, NAME_MAX).trim()
  const specialty = get('specialty').toWellFormed().slice(0, LISTED_MAX)
  const commune = get('commune').toWellFormed().slice(0, LISTED_MAX)
  const experience = EXPERIENCES.find((one) => one === get('experience'))
  const price = /^\d{1,9}$/.test(get('maxPrice')) ? String(Number(get('maxPrice'))) : ''
  return {
    ...(text && { text }),
    ...(specialty && { specialty }),
    ...(commune && { commune }),
    ...(experience && { experience }),
    ...(price && { maxPrice: price }),
  }
}

/** The address of filters. */
export function addressOf(filters: SearchFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, label] of Object.entries(NAMES)) {
    const value = filters[name as keyof typeof NAMES]
    if (value) search.set(label, value)
  }
  return search
}

/** The filters of the AI search: the person's own words are never among them. */
export function aiFiltersIn(search: URLSearchParams): SearchFilters {
  const { text: _, ...filters } = filtersIn(search)
  return filters
}

/** @param searched there has been a search: what was found shows (OPEN-52) */
export function aiAddressOf(filters: SearchFilters, searched: boolean): URLSearchParams {
  const search = addressOf(filters)
  search.delete(NAMES.text)
  if (searched) search.set(SEARCHED, '1')
  return search
}

export const wasSearched = (search: URLSearchParams): boolean => search.has(SEARCHED)

/** A search's `shouldRevalidate`: other filters are asked for by the page itself. */
export const unlessSamePage = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

/** «Limpiar»: no filter, whatever else stands in a field. */
export const CLEARED: SearchFilters = {}

/** Filters with a change; what is null goes. */
export function changed(
  filters: SearchFilters,
  change: { [Name in keyof SearchFilters]?: SearchFilters[Name] | null },
): SearchFilters {
  const entries = Object.entries({ ...filters, ...change }).filter(([, value]) => value)
  return Object.fromEntries(entries) as SearchFilters
}
