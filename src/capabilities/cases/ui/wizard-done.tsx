import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { caseTitle } from '../intake/answers.ts'
import { isSafetySpecialty } from '../intake/questions.ts'
import type { PublishedCase } from './use-wizard-navigation.ts'

/** WIZ-29 to WIZ-34: the confirmation; its children, the recommended lawyers, are of a later slice. */
export function WizardDone({
  published: { specialty, commune, isHidden },
  heading,
  children,
}: {
  published: PublishedCase
  heading: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 max-md:pb-12">
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6">
        <div className="max-w-160">
          <span
            aria-hidden="true"
            className="mb-4 grid size-12 place-items-center rounded-full bg-verified-soft text-verified"
          >
            <Check className="size-6.5" />
          </span>
          <h1 ref={heading} tabIndex={-1} className="outline-none">
            ¡Tu caso ha sido ingresado!
          </h1>
          <p className="mt-3 text-lead text-muted text-pretty">
            {isHidden
              ? 'Tu causa quedó guardada y no está en el mercado. Elige a quién mostrársela.'
              : `«${caseTitle(specialty, commune)}» ya está publicada. Los abogados suscritos la ven sin tu nombre y pueden escribirte por el chat.`}
          </p>
          {isSafetySpecialty(specialty) && (
            <p className="mt-3 text-pretty text-muted">
              Te escribiremos correos discretos: sin nombres ni detalles.{' '}
              <TextLink to="/avisos/preferencias">Cambiar cómo te escribimos</TextLink>
            </p>
          )}
        </div>
        <ButtonLink to="/dashboard" variant="primary" size="lg" className="max-md:w-full">
          Ir a mi Panel
        </ButtonLink>
      </div>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="text-h3">Abogados recomendados</h2>
          <TextLink to={`/buscar-abogados?${new URLSearchParams({ especialidad: specialty })}`}>
            Buscar más abogados
          </TextLink>
        </div>
        {children}
      </section>
    </div>
  )
}
