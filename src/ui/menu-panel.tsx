import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { iconButtonClass } from './button-style.ts'
import { HomeLink } from './home-link.tsx'
import { useStillBehind } from './still-behind.ts'

export interface MenuPanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Links, see MenuLink. */
  children: ReactNode
  /** At the foot: who is signed in, or the ways in. */
  foot: ReactNode
}

/**
 * The menu of phones and tablets: the whole screen, closed by its cross, by Escape and by every link, so that the notice of a page
 * that cannot be reached (H-08) is not behind it. Load it when first needed.
 */
export function MenuPanel({ open, onOpenChange, children, foot }: MenuPanelProps) {
  useStillBehind(open)
  const { key } = useLocation()
  const openedOn = useRef(key)
  useEffect(() => {
    if (openedOn.current !== key) onOpenChange(false)
    openedOn.current = key
  }, [key, onOpenChange])
  useEffect(() => {
    // From here on the bar has all of it; the breakpoint is theme.css's.
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
            <Base.Close aria-label="Cerrar" className={iconButtonClass('md', false, '-mr-2.5')}>
              <X aria-hidden="true" className="size-6" />
            </Base.Close>
          </div>
          <nav aria-label="Menú" className="px-5 py-2">
            <ul ref={list}>{children}</ul>
          </nav>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
            {foot}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuLinkProps {
  to: string
  /** Where `to` leads, when that is elsewhere. */
  leads?: string | undefined
  /** A lucide icon; its size and colour are set here. */
  icon: ReactNode
  /** At the right: how many wait. */
  end?: ReactNode
  children: ReactNode
}

export function MenuLink({ to, leads = to, icon, end, children }: MenuLinkProps) {
  const here = useLocation().pathname === leads
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
