import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { iconButtonClass } from '../ui/actions/button-style.ts'
import { useInertBackground } from '../ui/overlays/use-inert-background.ts'
import { HomeLink } from './home-link.tsx'

export interface MenuPanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Links, see MenuLink. */
  children: ReactNode
  /** At the bottom: the signed-in user, or links to log in and register. */
  footer: ReactNode
}

/**
 * Full-screen menu of phones and tablets, closed by its button, by Escape and by every link, so that it does
 * not cover the notice of an unreachable page (H-08). Load it lazily.
 */
export function MenuPanel({ open, onOpenChange, children, footer }: MenuPanelProps) {
  useInertBackground(open)
  const { key } = useLocation()
  const openedOn = useRef(key)
  useEffect(() => {
    if (openedOn.current !== key) onOpenChange(false)
    openedOn.current = key
  }, [key, onOpenChange])
  useEffect(() => {
    // From this width on the navigation bar shows all entries: `--breakpoint-bar` in src/ui/theme/theme.css.
    const wide = matchMedia('(width >= 1200px)')
    const close = () => onOpenChange(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [onOpenChange])
  const list = useRef<HTMLUListElement>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) onOpenChange(false)
          }}
          initialFocus={() => list.current?.querySelector('a')}
          className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-y-auto bg-paper text-ink outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Base.Title className="sr-only">Menú</Base.Title>
          <div className="flex min-h-15 items-center justify-between border-b border-line px-5">
            <HomeLink />
            <Base.Close aria-label="Cerrar" className={iconButtonClass('md', '-mr-2.5')}>
              <X aria-hidden="true" className="size-6" />
            </Base.Close>
          </div>
          <nav aria-label="Menú" className="px-5 py-2">
            <ul ref={list}>{children}</ul>
          </nav>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
            {footer}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuLinkProps {
  to: string
  /** Where `to` redirects to, if it does. */
  redirectsTo?: string | undefined
  /** A lucide icon; its size and colour are set by this component. */
  icon: ReactNode
  /** On the right: a count. */
  end?: ReactNode
  children: ReactNode
}

export function MenuLink({ to, redirectsTo: target = to, icon, end, children }: MenuLinkProps) {
  const here = useLocation().pathname === target
  return (
    <li>
      <Link
        to={to}
        aria-current={here ? 'page' : undefined}
        className="flex min-h-15 items-center gap-3.5 border-b border-line text-[1.125rem]/6 font-medium text-ink no-underline"
      >
        <span aria-hidden="true" className="text-primary-ink *:size-5.5">
          {icon}
        </span>
        {children}
        {end && <span className="ml-auto">{end}</span>}
      </Link>
    </li>
  )
}
