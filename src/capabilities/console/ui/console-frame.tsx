import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { AdminContainer } from '../../../ui/layout/admin-container.tsx'
import { consoleQueries } from '../queries.ts'

const PAGES = [
  { to: '/admin-dashboard', label: 'Perfiles por revisar', count: 'profiles' },
  { to: '/admin/solicitudes', label: 'Solicitudes de datos', count: 'requests' },
  { to: '/admin/reportes', label: 'Reportes', count: 'reports' },
  { to: '/admin/personas', label: 'Personas', count: null },
  { to: '/admin/registro', label: 'Registro', count: null },
  { to: '/admin/retencion', label: 'Retención', count: null },
] as const

export type ConsolePage = (typeof PAGES)[number]['to']

/** DAT-59: the pages of administrators, with how much waits in each. */
export function ConsoleTabs({ current }: { current: ConsolePage }) {
  const { data } = useQuery(consoleQueries().counts.queryOptions())
  const row = useRef<HTMLElement>(null)
  // On phones the row scrolls: the current tab must be on the screen.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <nav
      ref={row}
      aria-label="Administración"
      className="-mx-5 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex gap-5.5 md:gap-6">
        {PAGES.map(({ to, label, count }) => (
          <li key={to} className="flex-none">
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className="relative inline-flex min-h-12 items-center gap-2 text-ui font-medium whitespace-nowrap text-muted no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-primary"
            >
              {label}
              {count && data && <Waiting {...data[count]} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Red when something is overdue. */
function Waiting({ total, overdue }: { total: number; overdue: number }) {
  if (total === 0) return null
  const waiting = total === 1 ? 'pendiente' : 'pendientes'
  const label = overdue === 0 ? waiting : `${waiting}, ${overdue} ${overdue === 1 ? 'vencida' : 'vencidas'}`
  return <CountBadge value={total} label={label} calm={overdue === 0} />
}

/** A page of administrators: its heading, the tabs and its content. */
export const ConsoleFrame = ({
  title,
  text,
  current,
  children,
}: {
  title: string
  text?: ReactNode
  current: ConsolePage
  children: ReactNode
}) => (
  <AdminContainer>
    <div className="pt-8 md:pt-12">
      <h1>{title}</h1>
      {text && <p className="mt-2 max-w-[60ch] text-muted">{text}</p>}
    </div>
    <ConsoleTabs current={current} />
    {children}
  </AdminContainer>
)
