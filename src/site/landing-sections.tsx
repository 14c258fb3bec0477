import { ButtonLink } from '../ui/actions/button.tsx'
import { Icon, type IconName } from '../ui/display/icon.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { Benefits } from './benefits.tsx'
import { WHY_SECTION_ID } from './product.ts'
import { RoofMark } from './roof.tsx'

/** Icon, title and text (OPEN-22, HOM-10, HOM-12). */
const benefits: [IconName, string, string][] = [
  [
    'timer',
    'Publica tu caso en 1 minuto',
    'Responde unas pocas preguntas y tu causa queda ingresada, sin papeleo.',
  ],
  [
    'list-checks',
    'Sugerencias con IA',
    'Te mostramos abogados según la especialidad, la comuna y la experiencia.',
  ],
  [
    'user-round-check',
    'Tú eliges a tu abogado',
    'Compara perfiles, precios y reseñas, y decide con quién hablar.',
  ],
  ['messages-square', 'Chat privado', 'Conversa directamente con tu abogado, sin intermediarios.'],
  [
    'file-check',
    'Propuestas registradas',
    'Recibe la propuesta de honorarios en el mismo chat y acéptala o recházala ahí.',
  ],
  [
    'shield-check',
    'Abogados verificados',
    'Revisamos los antecedentes de cada abogado y tratamos tu información con confidencialidad.',
  ],
]

const searchFilters = [
  ['Especialidad', 'Despido injustificado'],
  ['Comuna', 'Maipú'],
  ['Precio', 'Hasta $40.000'],
]

const markClass =
  'bg-transparent text-inherit underline decoration-band-accent decoration-2 underline-offset-5'

/**
 * The home page below its hero, for everyone but lawyers (HOM-09 to HOM-12). Only text and links, so that it
 * need not hydrate.
 * @param offersHelp whether to show «¿No sabes a quién contactar?»: to visitors and clients (HOM-11, TRAP-44)
 */
export function LandingSections({ offersHelp }: { offersHelp: boolean }) {
  return (
    <>
      <PageContainer className="max-md:px-3">
        <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-6 rounded-xl bg-band px-6 py-8 text-on-band md:gap-14 md:p-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
          <div>
            <h2 className="text-[1.75rem]/8.5 md:text-[2.25rem]/10.5">Búsqueda Inteligente</h2>
            <p className="mt-3 mb-7 text-lead text-on-band-muted">
              Elige la especialidad, tu comuna y la experiencia que buscas, y te mostramos los abogados que
              calzan contigo.
            </p>
            <ButtonLink to="/buscar-ia" discover="none" variant="band" size="lg" className="max-md:w-full">
              <Icon name="search" className="size-5" />
              Buscar con IA
            </ButtonLink>
          </div>
          <div aria-hidden="true" className="rounded-l border border-band-line bg-band-deep px-5.5 py-5">
            <p className="font-serif text-[1.125rem]/6.75 font-[480] md:text-[1.3125rem]/7.75">
              «<mark className={markClass}>Me despidieron</mark>
              {' sin aviso, trabajaba en '}
              <mark className={markClass}>Maipú</mark> y puedo pagar unas{' '}
              <mark className={markClass}>40 lucas</mark>
              {' por la consulta.»'}
            </p>
            <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-band-line pt-4 md:grid-cols-[1.6fr_.8fr_1fr]">
              {searchFilters.map(([term, value]) => (
                <div key={term}>
                  <dt className="text-micro text-on-band-muted">{term}</dt>
                  <dd className="text-ui font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      </PageContainer>

      <PageContainer className="py-14 md:py-24">
        <section id={WHY_SECTION_ID} tabIndex={-1} aria-labelledby={`${WHY_SECTION_ID}-titulo`}>
          <h2 id={`${WHY_SECTION_ID}-titulo`}>¿Por qué elegirnos?</h2>
          <Benefits benefits={benefits} />
        </section>
      </PageContainer>

      <PageContainer className="pb-14 max-md:px-3 md:pb-24">
        {offersHelp && (
          <section className="grid items-center gap-4 rounded-xl bg-accent-soft p-6 md:grid-cols-[auto_1fr_auto] md:gap-8 md:p-10">
            <RoofMark className="h-11.5 w-21 md:h-15.25 md:w-28" />
            <div>
              <h2>¿No sabes a quién contactar?</h2>
              <p className="mt-1.5">
                Ingresa tu causa y te recomendamos hasta 3 abogados de la especialidad.
              </p>
            </div>
            <ButtonLink to="/submit-case" discover="none" variant="primary" size="lg">
              Ingresar mi Causa
            </ButtonLink>
          </section>
        )}
        <p className="mt-6 flex gap-2.5 text-small text-muted max-md:px-2">
          <Icon name="info" className="mt-px size-4.5" />
          Si no puedes pagar un abogado, la Corporación de Asistencia Judicial orienta gratis en todo el país.
        </p>
      </PageContainer>
    </>
  )
}
