/** Joins class names and leaves out what is not there. Later classes do not beat earlier ones. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
