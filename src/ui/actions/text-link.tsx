import { Link, type LinkProps } from 'react-router'
import { classNames } from '../theme/class-names.ts'

/** A link outside of running text: no underline, and a press target of 44 px although its line is lower. */
export function TextLink({
  className,
  ...rest
}: Omit<LinkProps, 'className'> & { className?: string | undefined }) {
  return (
    <Link
      {...rest}
      className={classNames(
        '-my-3 inline-flex min-h-11 items-center gap-1.5 font-semibold no-underline hover:underline',
        className,
      )}
    />
  )
}
