import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from './button-style.ts'

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  /** The accessible name. Only close, more and delete may be an icon without text. */
  label: string
  icon: ReactNode
  size?: 'md' | 'sm' | undefined
  className?: string | undefined
}

export function IconButton({
  label,
  icon,
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={iconButtonClass(size, className)}>
      {icon}
    </button>
  )
}
