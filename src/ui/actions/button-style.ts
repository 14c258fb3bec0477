import { classNames } from '../theme/class-names.ts'

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'tonal'
  | 'quiet'
  | 'plain'
  | 'danger'
  | 'danger-solid'
  | 'band'
  | 'band-outline'
export type ButtonSize = 'lg' | 'md' | 'sm'

export interface ButtonLook {
  /** Primary: the one main action of a page; repeated actions on cards are tonal or secondary. */
  variant?: ButtonVariant | undefined
  /** 54, 44 or 36 px high; sm is 44 px on touch devices. */
  size?: ButtonSize | undefined
  /** Full width. */
  block?: boolean | undefined
  /** Layout only: margins, order, width. */
  className?: string | undefined
}

const base =
  'relative inline-flex items-center justify-center gap-2 border font-semibold tracking-[-0.003em] whitespace-nowrap no-underline select-none'

// A button that is disabled only until hydration keeps its normal look.
const disabledLook =
  'disabled:not-data-settling:border-line disabled:not-data-settling:bg-sunken disabled:not-data-settling:text-muted'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:border-control',
  tonal: 'border-transparent bg-primary-soft text-primary-ink hover:bg-primary hover:text-on-primary',
  quiet: 'border-transparent bg-transparent text-primary-ink hover:bg-primary-soft',
  plain: 'border-transparent bg-transparent text-muted hover:bg-sunken hover:text-ink',
  danger: 'border-line-strong bg-surface text-danger-ink hover:border-danger',
  'danger-solid': 'border-transparent bg-danger text-on-danger hover:bg-danger-ink',
  band: 'border-transparent bg-on-band text-band-button-ink hover:bg-on-band-muted focus-visible:outline-on-band',
  'band-outline':
    'border-on-band-muted bg-transparent text-on-band hover:bg-band-deep focus-visible:outline-on-band',
}

const sizes: Record<ButtonSize, string> = {
  lg: 'min-h-13.5 rounded-l px-6.5 text-[1.0625rem]/6',
  md: 'min-h-11 rounded-m px-4.5 text-ui/5',
  sm: 'min-h-11 rounded-[8px] px-3.25 text-small md:pointer-fine:min-h-9',
}

/** Classes of a button, for other elements that should look like one. */
export function buttonClass({ variant = 'secondary', size = 'md', block, className }: ButtonLook): string {
  return classNames(base, disabledLook, variants[variant], sizes[size], block && 'w-full', className)
}

const iconSizes: Record<'md' | 'sm', string> = {
  md: 'size-11 rounded-m',
  sm: 'size-11 rounded-[8px] md:pointer-fine:size-9',
}

/** Classes of a square button with only an icon. */
export function iconButtonClass(size: 'md' | 'sm', className?: string): string {
  return classNames(
    'inline-grid flex-none place-items-center border border-transparent text-muted hover:bg-sunken hover:text-ink disabled:text-control',
    iconSizes[size],
    className,
  )
}
