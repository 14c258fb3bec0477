import type { ReactElement, ReactNode } from 'react'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { classNames } from '../ui/theme/class-names.ts'

interface LegalSectionProps {
  /** Anchor, for links to the section. */
  id: string
  title: string
  /** Follows the numbered sections, and has its own date. */
  annex?: boolean
  children: ReactNode
}

interface LegalPageProps {
  title: string
  /** Formatted date: «2 de julio de 2025». */
  updated: string
  intro: ReactNode
  children: readonly ReactElement<LegalSectionProps>[]
}

const prose =
  'max-w-[42rem] [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:grid [&_ul]:gap-2.5 [&_ul]:list-disc [&_ul]:pl-5.5 [&_li]:pl-1 [&_li]:marker:text-accent [&_h3]:mt-7 [&_h3]:text-h4'

/**
 * A long legal text: its children are `LegalSection`s, which it numbers and lists in a table of contents that
 * stays in view.
 */
export function LegalPage({ title, updated, intro, children }: LegalPageProps) {
  const sections = children.map(({ props }, at) => ({
    ...props,
    title: props.annex ? props.title : `${at + 1}. ${props.title}`,
  }))
  return (
    <PageContainer className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-10 pb-16 md:pt-14 md:pb-24 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-18">
      <header className="border-b border-line pb-8 lg:col-start-2">
        <h1>{title}</h1>
        <p className="mt-2 text-muted">Última actualización: {updated}</p>
        <div className={prose}>{intro}</div>
      </header>
      <nav
        aria-labelledby="contenidos"
        className="rounded-l bg-sunken p-5 text-ui lg:sticky lg:top-8 lg:row-span-2 lg:row-start-1 lg:self-start lg:bg-transparent lg:p-0"
      >
        <h2 id="contenidos" className="font-sans text-small font-semibold text-muted">
          En esta página
        </h2>
        <ol className="mt-2">
          {sections.map(({ id, title: entry }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center py-1.5 text-ink no-underline hover:underline lg:min-h-9"
              >
                {entry}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={prose}>
        {sections.map((section) => (
          <LegalSection key={section.id} {...section} />
        ))}
      </div>
    </PageContainer>
  )
}

export function LegalSection({ id, title, annex, children }: LegalSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      className={classNames('scroll-mt-6', annex ? 'border-t-2 border-accent pt-8' : 'mb-12')}
    >
      <h2 id={`${id}-titulo`}>{title}</h2>
      {children}
    </section>
  )
}
