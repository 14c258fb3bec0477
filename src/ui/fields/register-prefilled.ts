import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type TextControl, textBeforeHydration } from '../boot/text-before-hydration.ts'
import { registerField } from './register-field.ts'

/** Fields already read: React calls the ref again with each render. */
const seen = new WeakSet<TextControl>()

/**
 * `registerField` for a field whose value the server knows: the server's HTML contains the
 * value, and text typed before hydration is kept.
 */
export function registerPrefilled<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Path<Values> & keyof Values,
) {
  const field = registerField(form, name)
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
