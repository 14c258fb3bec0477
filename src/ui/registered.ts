import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { earlyIn, type TextControl } from './typed-early.ts'

/** Each draw hands a field over anew. */
const met = new WeakSet<TextControl>()

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
      const early = control && !met.has(control) && earlyIn(control)
      if (control) met.add(control)
      field.ref(control)
      if (early && early !== form.getValues(name)) form.setValue(name, early as never, { shouldDirty: true })
    },
  }
}
