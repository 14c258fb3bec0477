import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type TextControl, textBeforeHydration } from '../boot/text-before-hydration.ts'

/** Fields already read: React calls the ref again with each render. */
const seen = new WeakSet<TextControl>()

/**
 * react-hook-form's `register()` for a field whose value the server knows: the server's HTML contains the
 * value, and text typed before hydration is kept.
 */
export function registerPrefilled<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Path<Values>,
) {
  const field = form.register(name)
  return {
    ...field,
    defaultValue: form.getValues(name) as string,
    ref(control: TextControl | null) {
      const early = control && !seen.has(control) && textBeforeHydration(control)
      if (control) seen.add(control)
      field.ref(control)
      if (early && early !== form.getValues(name)) form.setValue(name, early as never, { shouldDirty: true })
    },
  }
}
