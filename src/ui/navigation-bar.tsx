import type { ReactNode } from 'react'
import { Link, NavLink, type NavLinkProps } from 'react-router'
import { Logo } from './logo.tsx'
import { Wrap } from './page.tsx'

/** The bar on top of every page: the logo home, and at its right whatever the page's visitor may do. */
export function NavigationBar({ name, children }: { name: string; children: ReactNode }) {
  return (
    <header className="relative z-5 border-b border-line bg-paper">
      <Wrap className="flex min-h-15 items-center gap-2 md:min-h-17">
        <Link
          to="/"
          aria-label={`${name}, inicio`}
          className="inline-flex min-h-11 items-center text-ink no-underline"
        >
          <Logo className="h-7.25 md:h-8" />
        </Link>
        <span className="flex-1" />
        <nav aria-label="Principal" className="flex items-center gap-1 md:gap-2">
          {children}
        </nav>
      </Wrap>
    </header>
  )
}

/** An entry of the bar; the page one is on is underlined. */
export function BarLink(props: Omit<NavLinkProps, 'className'>) {
  return (
    <NavLink
      {...props}
      className="relative inline-flex min-h-11 whitespace-nowrap items-center gap-2 rounded-m px-2 text-ui font-medium text-muted no-underline hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:-bottom-3 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-primary md:px-3.5"
    />
  )
}
