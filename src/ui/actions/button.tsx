import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from '../feedback/spinner.tsx'
import { type ButtonLook, buttonClass } from './button-style.ts'

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** In progress: a spinner replaces the label, the width stays, presses and Enter do nothing. */
  pending?: boolean | undefined
  /** Announced to screen readers meanwhile. */
  pendingLabel?: string | undefined
}

/**
 * A button, of type `button` by default. Where it can become pending, pass `pending={false}` from the start,
 * so that its live region is mounted before it has something to say.
 */
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
  // Not `disabled` while pending: the button would lose the focus.
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

export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className'> {}

export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, block, className })} />
}
