import { useHydrated } from '../boot/use-hydrated.ts'
import { Button, type ButtonProps } from './button.tsx'

/** A form's submit button, disabled until hydration: a native submit would bypass the form's handler. */
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
