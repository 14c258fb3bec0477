import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-style.ts'
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

export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className'> {}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, block, className })} />
}
