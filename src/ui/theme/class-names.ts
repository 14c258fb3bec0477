/** Joins class names, skipping falsy ones. A later class does not override an earlier one. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
