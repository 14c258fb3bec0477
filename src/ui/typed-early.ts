import { type RefObject, useLayoutEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

// A page is drawn a second or more before it is alive (early-press.ts): what is typed meanwhile is in the field alone.

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Takes what was typed into a controlled field before the page was alive. @param known what the page believes it holds */
export function useTypedEarly(
  field: RefObject<TextControl | null>,
  known: string,
  take: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything else can be drawn over it
  useLayoutEffect(() => {
    const text = field.current && earlyIn(field.current)
    if (text !== null && text !== known) take(text)
  }, [])
}

const met = new WeakSet<Element>()

/**
 * What was typed into a field before React met it. React itself writes what the server knew over it, in a field of several
 * lines as it takes over the page; a browser that fills in a form by itself may tell of nothing.
 */
function earlyIn(control: TextControl): string | null {
  if (met.has(control)) return null
  met.add(control)
  return window.typed?.get(control) ?? (control.value === control.defaultValue ? null : control.value)
}

/**
 * react-hook-form's `register()` for a field whose value the server knows: the page that it draws has the value too, so
 * that nobody types into an empty field over what is stored, and what is typed before the page is alive is kept.
 */
export function registered<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Path<Values>,
) {
  const field = form.register(name)
  return {
    ...field,
    defaultValue: form.getValues(name) as string,
    ref(control: TextControl | null) {
      const early = control && earlyIn(control)
      field.ref(control)
      if (early !== null) form.setValue(name, early as never, { shouldDirty: true })
    },
  }
}
