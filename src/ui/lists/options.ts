import { matchesQuery } from './fold.ts'

export interface Option {
  value: string
  label: string
}

/** Options under a heading, for example a category of specialties. */
export interface OptionGroup {
  label: string
  items: readonly Option[]
}

export type Options = readonly Option[] | readonly OptionGroup[]

export function isGrouped(options: Options): options is readonly OptionGroup[] {
  const first = options[0]
  return first !== undefined && 'items' in first
}

/** Options whose labels are their values. */
export const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }))

/** All options in order, grouped or not. */
export function flatOptions(options: Options): readonly Option[] {
  return isGrouped(options) ? options.flatMap((group) => group.items) : options
}

export function labelOf(options: Options, value: string | null | undefined): string | undefined {
  return flatOptions(options).find((option) => option.value === value)?.label
}

/** The options that match a query; groups without a match are left out. */
export function matchingOptions(options: Options, query: string): Options {
  if (query.trim() === '') return options
  const found = (option: Option) => matchesQuery(option.label, query)
  if (!isGrouped(options)) return options.filter(found)
  return options
    .map((group) => ({ ...group, items: group.items.filter(found) }))
    .filter((group) => group.items.length > 0)
}

/**
 * «1 resultado», «12 resultados»: announced to screen readers; without a match the list shows another text.
 */
export function resultCountText(count: number): string {
  if (count === 0) return 'Sin resultados'
  return count === 1 ? '1 resultado' : `${count} resultados`
}
