import { FileCheck, Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Roof } from './roof.tsx'

const promises = [
  { Icon: ShieldCheck, text: 'Abogados con antecedentes revisados por nuestro equipo.' },
  { Icon: Lock, text: 'Tu conversación es privada, entre tú y tu abogado.' },
  { Icon: FileCheck, text: 'Los honorarios quedan registrados en el chat.' },
]

export interface AccessLayoutProps {
  /** The page's h1. */
  title: string
  /** Between title and form, e.g. the chosen role. */
  above?: ReactNode
  children: ReactNode
  /** Below the form, after a divider: the link to the other access page. */
  below?: ReactNode
}

/**
 * Layout of the login, registration and password pages: the form on the left, what Amparo promises on the
 * right. Phones show only the form. Rendered inside <main>.
 */
export function AccessLayout({ title, above, children, below }: AccessLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] md:min-h-[max(43.75rem,calc(100dvh-4.3125rem))] md:grid-cols-2">
      <section className="grid justify-items-center px-5 pt-8 pb-14 md:place-items-center md:px-6 md:py-10">
        <div className="w-full max-w-form">
          <h1 className="md:text-[2.125rem]/10">{title}</h1>
          {above && <div className="mt-5">{above}</div>}
          <div className="mt-6">{children}</div>
          {below && <div className="mt-6 border-t border-line pt-5 text-ui">{below}</div>}
        </div>
      </section>
      <aside className="hidden place-items-center bg-band p-8 text-on-band md:grid lg:p-14">
        <div className="grid w-full max-w-110 gap-6">
          <Roof tone="band" className="mb-1 h-33" />
          <h2 className="max-w-[15em] text-[2.125rem]/10.5 tracking-[-0.015em] font-[480]">
            Un problema legal se enfrenta mejor acompañado.
          </h2>
          <ul className="grid gap-3.5 text-on-band-muted">
            {promises.map(({ Icon, text }) => (
              <li key={text} className="flex gap-3 text-balance">
                <Icon aria-hidden="true" className="mt-0.75 size-5 text-band-accent" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}
