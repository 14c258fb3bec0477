import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { SessionMenu } from './capabilities/accounts/ui/session-menu.tsx'
import { useNonce } from './platform/http/nonce.ts'
import { sessionContext, settingsContext } from './platform/rpc/router-context.ts'
import { takeSessionChange } from './platform/rpc/session-change.ts'
import { Button, ButtonLink } from './ui/button.tsx'
import { fontUrls } from './ui/fonts.ts'
import { BarLink, NavigationBar } from './ui/navigation-bar.tsx'
import { PageHeading, Wrap } from './ui/page.tsx'
import { PRODUCT } from './ui/product.ts'
import theme from './ui/theme.css?url'
import { ToastHost } from './ui/toast-host.tsx'

const RoleDialog = lazy(() =>
  import('./capabilities/accounts/ui/role-dialog.tsx').then((module) => ({
    default: module.NavigationRoleDialog,
  })),
)

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return {
    user: session?.user ?? null,
    profileError: session?.profileError ?? null,
    settings: context.get(settingsContext),
  }
}

/** Who is signed in is read again after login and logout; other navigations leave it. */
export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return takeSessionChange() || defaultShouldRevalidate
}

export const links: Route.LinksFunction = () => [
  ...fontUrls.map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: theme },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: Route.MetaFunction = () => [
  { title: PRODUCT },
  {
    name: 'description',
    content: 'Encuentra al abogado que necesitas en Chile y conversa en privado con abogados verificados.',
  },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const user = useRouteLoaderData<typeof loader>('root')?.user ?? null
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <html lang="es-CL" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <a
          href="#contenido"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-surface focus:p-3"
        >
          Saltar al contenido
        </a>
        <NavigationBar name={PRODUCT}>
          {user ? (
            <>
              <BarLink to="/dashboard">Panel</BarLink>
              <SessionMenu user={user} />
            </>
          ) : (
            <VisitorEntries />
          )}
        </NavigationBar>
        <main id="contenido" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <ToastHost />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

function VisitorEntries() {
  const [open, setOpen] = useState(false)
  // Kept mounted after the first press, so that closing gives the focus back to the button.
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <BarLink to="/login">Iniciar Sesión</BarLink>
      <Button onClick={ask}>Registrarse</Button>
      {wanted && (
        <Suspense>
          <RoleDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Wrap className="grid justify-items-start gap-6 py-18">
      <PageHeading
        title={missing ? 'Página no encontrada' : 'Algo salió mal'}
        text={
          missing
            ? 'La dirección no existe o cambió de lugar.'
            : 'Ocurrió un error inesperado. Inténtalo de nuevo.'
        }
      />
      <ButtonLink to="/" variant="primary" reloadDocument={!missing}>
        Volver al inicio
      </ButtonLink>
    </Wrap>
  )
}
