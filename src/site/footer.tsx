import { Link } from 'react-router'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { Logo } from './logo.tsx'
import { PRODUCT_NAME, WHY_SECTION_ID } from './product.ts'

const columns = [
  [
    { to: '/', label: 'Inicio' },
    { to: '/buscar-abogados', label: 'Buscar Abogados' },
    { to: `/#${WHY_SECTION_ID}`, label: '¿Por qué elegirnos?' },
  ],
  [
    { to: '/terminos', label: 'Términos y Condiciones' },
    { to: '/privacidad', label: 'Política de Privacidad' },
    { to: '/solicitud-de-datos', label: 'Pide por tus datos' },
  ],
]

/** Footer of public pages (FOO-01). Only text and links, so that it need not hydrate. */
export function Footer({ year }: { year: number }) {
  return (
    <footer className="border-t border-line pt-10 pb-8 text-ui md:pt-14">
      <PageContainer>
        <div className="grid gap-6 md:grid-cols-[1.4fr_1fr_1fr] md:gap-10">
          <div>
            <Logo />
            <p className="mt-3 max-w-[40ch] text-muted">
              {PRODUCT_NAME} conecta a personas con abogados verificados en todo Chile. No es un estudio
              jurídico ni entrega asesoría legal.
            </p>
          </div>
          {columns.map((links, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <ul key={column}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    // Rarely followed: React Router learns about these routes only when somebody follows one.
                    discover="none"
                    className="inline-flex min-h-11 items-center text-ink no-underline hover:underline md:min-h-8.5"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </div>
        <p className="mt-10 flex flex-wrap justify-between gap-x-6 gap-y-3 border-t border-line pt-5 text-small text-muted">
          <span>{`© ${year} ${PRODUCT_NAME}`}</span>
          <span>
            En una emergencia, llama a Carabineros al 133. Orientación en violencia contra la mujer: 1455.
          </span>
        </p>
      </PageContainer>
    </footer>
  )
}
