import type { ReactNode } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { optionalLazy } from '../ui/boot/optional-lazy.ts'
import { StaticHtml } from '../ui/boot/static-html.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'

const HomeLink = optionalLazy(
  () => import('./home-link.tsx'),
  (module) => module.HomeLink,
)

export interface NavigationBarProps {
  /** The entries on the right, from 1200 px on. */
  children: ReactNode
  /** On the right in narrower windows: the menu button and at most one entry. */
  compact: ReactNode
}

/**
 * The bar at the top of every page: the logo, and on the right the visitor's entries. On phones, a page that
 * contains `data-covers-bar` takes the whole screen instead.
 */
export function NavigationBar({ children, compact }: NavigationBarProps) {
  return (
    <header className="relative z-5 border-b border-line bg-paper max-md:in-[body:has([data-covers-bar])]:hidden">
      <PageContainer className="flex min-h-15 items-center md:min-h-17">
        <div className="mr-auto">
          <StaticHtml of={HomeLink} props={{}} />
        </div>
        <nav aria-label="Principal" className="hidden items-center gap-1 bar:flex">
          {children}
        </nav>
        <div className="-mr-2.5 flex bar:hidden">{compact}</div>
      </PageContainer>
    </header>
  )
}

/** An entry of the bar, marked on its page. `redirectsTo`: where `to` redirects to, if it does */
export function BarLink({
  redirectsTo: target,
  ...props
}: Omit<LinkProps, 'className'> & { to: string; redirectsTo?: string | undefined }) {
  // Not NavLink: nothing else uses it, and it would add to the first visit's JavaScript.
  const here = useLocation().pathname === (target ?? props.to)
  return (
    <Link
      {...props}
      aria-current={here ? 'page' : undefined}
      className="relative inline-flex min-h-11 items-center gap-2 rounded-m px-3 text-ui font-medium whitespace-nowrap text-muted no-underline hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:-bottom-3 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-primary"
    />
  )
}
