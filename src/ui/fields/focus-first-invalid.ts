/** Moves the focus to the first field with an error; in a group of choices, to its choice. */
export function focusFirstInvalid(container: ParentNode | null): void {
  const invalid = container?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const choice =
    invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector<HTMLElement>('input')
  ;(choice ?? invalid)?.focus()
}
