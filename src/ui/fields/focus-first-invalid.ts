/**
 * Moves the focus to the summary of a form's errors, or where there is none to the first field with an error.
 * @returns whether there is one
 */
export function focusFirstInvalid(container: ParentNode | null): boolean {
  const summary = container?.querySelector<HTMLElement>('[data-error-summary]')
  const invalid = summary ?? container?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (summary) summary.focus()
  else if (invalid) focusField(invalid)
  return invalid != null
}

/** Moves the focus to a control; in a group of choices, to its choice. */
export function focusField(control: HTMLElement): void {
  const choice =
    control.querySelector<HTMLElement>('input:checked') ?? control.querySelector<HTMLElement>('input')
  ;(choice ?? control).focus()
}
