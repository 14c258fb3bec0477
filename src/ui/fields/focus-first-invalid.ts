/** Moves the focus to the first field with an error; in a group of choices, to its choice. @returns whether there is one */
export function focusFirstInvalid(container: ParentNode | null): boolean {
  const invalid = container?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const choice =
    invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector<HTMLElement>('input')
  ;(choice ?? invalid)?.focus()
  return invalid != null
}
