import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass, iconButtonClass } from './button-style.ts'
import { useHydrated } from './hydrated.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** Work under way: the words give place to a ring, the width stays, presses and Enter do nothing. */
  pending?: boolean | undefined
  /** What is said to a screen reader meanwhile. */
  pendingLabel?: string | undefined
}

/** A button. Of type `button` unless told; give `pending={false}` from the start where it can become pending. */
export function Button({
  variant,
  size,
  block,
  className,
  pending,
  pendingLabel = 'Procesando…',
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  // Not `disabled` while pending: that would throw the focus away.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        onClick={press}
        aria-disabled={pending || rest['aria-disabled']}
        className={buttonClass({ variant, size, block, className })}
      >
        {pending === undefined ? (
          children
        ) : (
          <span className={pending ? 'inline-flex items-center gap-2 opacity-0' : 'contents'}>
            {children}
          </span>
        )}
        {pending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      {pending !== undefined && (
        <span role="status" className="sr-only">
          {pending ? pendingLabel : ''}
        </span>
      )}
    </>
  )
}

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

export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className'> {}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, block, className })} />
}

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  /** The accessible name: an icon without words is for close, more and delete alone. */
  label: string
  icon: ReactNode
  size?: 'md' | 'sm' | undefined
  bordered?: boolean | undefined
  className?: string | undefined
}

/** A square button with an icon. */
export function IconButton({
  label,
  icon,
  size = 'md',
  bordered = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={iconButtonClass(size, bordered, className)}>
      {icon}
    </button>
  )
}
