import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'

/** react-hook-form's `field` with the field's error: all that a controlled field needs. */
export function useControlledField<Values extends FieldValues, Name extends Path<Values>>(
  control: Control<Values>,
  name: Name,
) {
  const { field, fieldState } = useController({ control, name })
  return { ...field, error: fieldState.error?.message }
}
