import type { DehydratedState } from '@tanstack/react-query'
import { Benefits } from '../../../site/benefits.tsx'
import { WHY_SECTION_ID } from '../../../site/product.ts'
import { QueryProvider } from '../../../site/query-provider.tsx'
import { Roof } from '../../../site/roof.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { PageContainer } from '../../../ui/layout/page-container.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanList } from './plan-list.tsx'

const benefits = [
  [
    'list-checks',
    'Nuevas oportunidades',
    'Revisa los casos recién publicados y contacta a quienes necesitan tu especialidad.',
  ],
  [
    'messages-square',
    'Chat y propuestas',
    'Conversa en privado y envía propuestas de honorarios que quedan registradas.',
  ],
  [
    'file-check',
    'Causas en orden',
    'Organiza cada causa aceptada con un tablero de tareas y documentos compartidos.',
  ],
] as const

/** The home page of a signed-in lawyer (HOM-02 to HOM-05, OPEN-23). */
export function LawyerHome({ name, state }: { name: string; state: DehydratedState | undefined }) {
  return (
    <QueryProvider {...(state && { state })}>
      <PageContainer className="pt-8 md:pt-14">
        <section className="grid items-center gap-8 rounded-xl bg-band px-6 py-8 text-on-band md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] md:gap-14 md:p-14">
          <div className="min-w-0">
            <h1 className="text-[2rem]/9.5 wrap-anywhere md:text-[2.75rem]/13">¡Hola, {name}!</h1>
            <p className="mt-3 mb-8 max-w-[32em] text-lead text-on-band-muted">
              Gestiona tus causas, conversa con tus clientes y haz crecer tu práctica.
            </p>
            <div className="flex flex-wrap gap-3 max-md:*:w-full">
              <ButtonLink to="/dashboard" variant="band" size="lg">
                Ir a mi Panel
              </ButtonLink>
              <ButtonLink to="/subscriptions" variant="band-outline" size="lg">
                Ver Planes
              </ButtonLink>
            </div>
          </div>
          <Roof tone="band" className="h-33 max-md:hidden" />
        </section>
      </PageContainer>

      <PageContainer className="py-14 md:py-20">
        <section id={WHY_SECTION_ID} tabIndex={-1} aria-labelledby={`${WHY_SECTION_ID}-titulo`}>
          <h2 id={`${WHY_SECTION_ID}-titulo`}>¿Por qué elegirnos?</h2>
          <Benefits benefits={benefits} />
        </section>
      </PageContainer>

      <PageContainer className="pb-14 md:pb-24">
        <section aria-labelledby="planes" className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="planes">Planes para abogados</h2>
            <ButtonLink to="/subscriptions" variant="primary" size="lg" className="max-md:w-full">
              Suscríbete ahora
            </ButtonLink>
          </div>
          <PlanList>{(plan) => <PlanCard key={plan.id} plan={plan} />}</PlanList>
        </section>
      </PageContainer>
    </QueryProvider>
  )
}
