import { matchesQuery } from './fold.ts'

export interface Option<Value extends string = string> {
  value: Value
  label: string
}

/** Options under a heading, for example a category of specialties. */
export interface OptionGroup<Value extends string = string> {
  label: string
  items: readonly Option<Value>[]
}

export type Options<Value extends string = string> = readonly Option<Value>[] | readonly OptionGroup<Value>[]

export function isGrouped<Value extends string>(
  options: Options<Value>,
): options is readonly OptionGroup<Value>[] {
  const first = options[0]
  return first !== undefined && 'items' in first
}

/** Options whose labels are their values. */
export const optionsOf = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: value }))

/** All options in order, grouped or not. */
export function flatOptions<Value extends string>(options: Options<Value>): readonly Option<Value>[] {
  return isGrouped(options) ? options.flatMap((group) => group.items) : options
}

export function labelOf<Value extends string>(
  options: Options<Value>,
  value: Value | '' | null | undefined,
): string | undefined {
  return flatOptions(options).find((option) => option.value === value)?.label
}

/** The options that match a query; groups without a match are left out. */
export function matchingOptions<Value extends string>(
  options: Options<Value>,
  query: string,
): Options<Value> {
  if (query.trim() === '') return options
  const found = (option: Option<Value>) => matchesQuery(option.label, query)
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
