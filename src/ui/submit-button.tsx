import { Button, type ButtonProps } from './button.tsx'
import { useHydrated } from './hydrated.ts'

/** The submit button of a form: off until the page is alive, since a native submit would lose the form's manners. */
export function SubmitButton({
  pending = false,
  disabled,
  variant = 'primary',
  ...rest
}: Omit<ButtonProps, 'type'>) {
  const hydrated = useHydrated()
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      pending={pending}
      disabled={!hydrated || disabled}
      data-settling={!hydrated && !disabled ? '' : undefined}
    />
  )
}
