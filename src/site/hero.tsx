import type { ReactNode } from 'react'
import { TextLink } from '../ui/actions/text-link.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'

const promises = ['Abogados verificados', 'Trato confidencial', 'Propuestas registradas']

export interface HeroProps {
  /** The main action: to begin, or to go on to the panel (HOM-07, HOM-08). */
  action: ReactNode
  /** On the right; on phones below. */
  picture: ReactNode
}

/** Hero of the home page, for everyone but lawyers (HOM-06, OPEN-22). */
export function Hero({ action, picture }: HeroProps) {
  return (
    // The roof is a little wider than the content.
    <div className="overflow-x-clip">
      <PageContainer className="grid grid-cols-[minmax(0,1fr)] items-center gap-10 pt-10 pb-14 md:py-18 lg:grid-cols-[minmax(0,1fr)_29.375rem] lg:gap-18 lg:pb-24">
        <div>
          <h1 className="text-display">Encuentra al abogado que necesitas, sin complicaciones</h1>
          <p className="mt-5 mb-8 max-w-[32em] text-lead text-muted">
            Publica tu caso en 1 minuto, recibe sugerencias con IA y conversa en privado con abogados
            verificados.
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 max-md:*:w-full">
            {action}
            <TextLink to="/buscar-abogados" discover="none" className="my-0 justify-center">
              Buscar Abogados
              <Icon name="arrow-right" className="size-4.5" />
            </TextLink>
          </div>
          <ul className="mt-5 flex flex-wrap gap-x-5.5 gap-y-2 border-t border-line pt-5 text-small font-medium text-muted max-md:grid md:mt-8">
            {promises.map((text) => (
              <li key={text} className="flex items-center gap-2">
                <Icon name="check" className="size-4.25 text-verified" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className="mx-auto w-full min-w-0 max-w-118">{picture}</div>
      </PageContainer>
    </div>
  )
}
