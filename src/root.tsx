import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import {
  createPath,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { Navigation } from './capabilities/accounts/ui/navigation.tsx'
import { useChatBadge } from './capabilities/chat/ui/use-chat-badge.tsx'
import { dashboardGate } from './capabilities/lawyers/rules.ts'
import { PLAN_NAMES } from './capabilities/plans/ui/plan-names.ts'
import { dayNumber } from './chile/dates.ts'
import { useNonce } from './platform/http/nonce.ts'
import {
  positionContext,
  requestIdContext,
  sessionContext,
  settingsContext,
} from './platform/rpc/router-context.ts'
import { takeSessionChange } from './platform/rpc/session-change.ts'
import { useSessionFollowing } from './platform/rpc/session-follower.ts'
import { retryUnreachable, unreachable, watchUnreachable } from './platform/rpc/unreachable.ts'
import { Arrival } from './ui/arrival.tsx'
import { pressAgain } from './ui/early-press.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { fontUrls } from './ui/fonts.ts'
import { hasFooter } from './ui/footer-rule.ts'
import { privateMeta } from './ui/page-meta.ts'
import { KeptPlace, Program } from './ui/program.tsx'
import { guardSecondPress } from './ui/second-press.ts'
import { softLazy } from './ui/soft-lazy.ts'
import { Still } from './ui/still.tsx'
import { StyleSheets } from './ui/style-sheets.tsx'
import { toast } from './ui/toast.ts'
import { ToastHost } from './ui/toast-host.tsx'
import { UnreachableNotice } from './ui/unreachable-notice.tsx'

const Footer = softLazy(
  () => import('./ui/footer.tsx'),
  (module) => module.Footer,
)

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return {
    user: session?.user ?? null,
    panelLeads: session && dashboardGate(session.user),
    profileError: session?.profileError ?? null,
    position: session && context.get(positionContext),
    settings: context.get(settingsContext),
    // As much of it as an error page says.
    reference: context.get(requestIdContext).slice(0, 8),
    year: new Date().getFullYear(),
    today: dayNumber(new Date()),
  }
}

type RootData = Awaited<ReturnType<typeof loader>>

/**
 * Who is signed in is read again after login and logout; other navigations leave it. A filter or a tab in the address is
 * one of those: asked for each time, it would hold what was chosen until the answer is here.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (takeSessionChange()) return true
  const sameSearch = currentUrl.search === nextUrl.search
  return defaultShouldRevalidate && (sameSearch || currentUrl.pathname !== nextUrl.pathname)
}

export const links: Route.LinksFunction = () => [
  ...fontUrls.map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** Every page has a head of its own; this is that of the error page. */
export const meta: Route.MetaFunction = ({ error }) =>
  privateMeta(
    isMissing(error) ? 'Página no encontrada' : isOffline(error) ? 'Sin conexión' : 'Algo salió mal',
  )

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/** The connection failed, not the program: in the words of Chromium, Safari and Firefox where it seems to be there. */
const isOffline = (error: unknown) =>
  !import.meta.env.SSR &&
  (!navigator.onLine ||
    (error instanceof TypeError && /^(Failed to fetch|Load failed|NetworkError.*)$/.test(error.message)))

/** What the root read last, in browsers alone: a navigation that fails takes it away, and signs nobody out. */
let lastRead: RootData | undefined

function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!import.meta.env.SSR && data) lastRead = data
  return data ?? lastRead
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const data = useRootData()
  const { pathname } = useLocation()
  const user = data?.user ?? null
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    guardSecondPress()
    pressAgain()
  }, [])
  useSessionFollowing(user !== null)
  useServerNews(data)
  return (
    <html lang="es-CL" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <StyleSheets light={pathname === '/' && user === null} />
      </head>
      <body className="flex min-h-dvh flex-col">
        {/* biome-ignore lint/a11y/useValidAnchor: a link to a place of this page, also before there is any program */}
        <a
          href="#contenido"
          // Not followed as an address: that would throw away what this entry of the history carries (an open
          // conversation, the role of a registration) and the step that stands behind the wizard's #.
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('contenido')?.focus()
          }}
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-surface focus:p-3"
        >
          Saltar al contenido
        </a>
        <noscript>{import.meta.env.SSR && <WithoutScript />}</noscript>
        <Bar user={user} panelLeads={data?.panelLeads ?? null} />
        <main id="contenido" tabIndex={-1} className="flex-1 outline-none">
          <OnTheWay role={user?.role} />
          {children}
        </main>
        {hasFooter(pathname) && (
          <Still of={Footer} props={{ year: data?.year ?? new Date().getFullYear() }} />
        )}
        <Arrival />
        <ToastHost />
        {import.meta.env.SSR ? <KeptPlace nonce={nonce} /> : <ScrollRestoration nonce={nonce} />}
        {import.meta.env.SSR && <Program nonce={nonce} />}
      </body>
    </html>
  )
}

function Bar({ user, panelLeads }: Pick<RootData, 'user' | 'panelLeads'>) {
  const { badge, watcher } = useChatBadge(user?.role === 'client' || user?.role === 'lawyer')
  return (
    <>
      <Navigation
        user={user}
        panelLeads={panelLeads}
        standing={user?.plan ? `Plan ${PLAN_NAMES[user.plan]}` : null}
        chatCount={badge}
      />
      {watcher}
    </>
  )
}

/** Only the server draws it: React leaves what is in <noscript> alone, and the first visit does not carry it. */
function WithoutScript() {
  return (
    <p className="bg-accent-soft px-5 py-3 text-center text-small">
      Amparo necesita JavaScript para iniciar sesión y conversar. Actívalo en tu navegador.{' '}
      <a href="/login" className="font-semibold md:hidden">
        Iniciar Sesión
      </a>
    </p>
  )
}

/**
 * A line at the top while a page is fetched; it shows after 200 ms, so that quick ones do without. When the page cannot be
 * reached, the present one stays with a notice (H-08).
 */
function OnTheWay({ role }: { role: string | undefined }) {
  const { state, location } = useNavigation()
  const failed = useSyncExternalStore(watchUnreachable, unreachable, () => null)
  const [closed, setClosed] = useState<{ failed: object; key: string | undefined }>()
  // The program of a page that nobody goes to any more is of no interest.
  if (failed && (failed.kind === 'data' || state !== 'idle'))
    return (
      (failed !== closed?.failed || location?.key !== closed.key) && (
        <UnreachableNotice
          title={location ? notLoaded(location.pathname, role) : 'No se pudo actualizar la página.'}
          text={failed.text}
          onRetry={() => retryUnreachable(location ? createPath(location) : '')}
          onClose={() => setClosed({ failed, key: location?.key })}
        />
      )
    )
  return (
    state !== 'idle' && (
      <div
        role="progressbar"
        aria-label="Cargando…"
        className="fixed inset-x-0 top-0 z-50 h-0.75 animate-appear overflow-clip"
      >
        <div className="h-full w-1/3 animate-pass bg-primary motion-reduce:w-full" />
      </div>
    )
  )
}

/** What the specification has a page say when it could not be loaded (CHA-19, DAL-12, DAC-08, MKT-12, PRO-15, PUB-18). */
function notLoaded(path: string, role: string | undefined): string {
  if (path === '/chat') return 'No se pudieron cargar los chats.'
  if (path === '/dashboard')
    return role === 'client'
      ? 'No se pudo cargar la información de tus causas.'
      : 'No se pudo cargar la información del panel.'
  if (path === '/casos-recientes') return 'No se pudieron cargar los casos.'
  if (path === '/edit-lawyer-profile') return 'No se pudo cargar tu perfil.'
  if (/^\/(lawyer|perfil-abogado)\//.test(path)) return 'Error al cargar'
  return 'No se pudo abrir la página.'
}

/** Toasts for what the server could only note down: the notice of a redirect, and a profile it could not read (AUT-23). */
function useServerNews(data: RootData | undefined) {
  const { key } = useLocation()
  const profileError = data?.profileError
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have brought a notice
  useEffect(() => {
    if (!document.cookie.includes('aviso=')) return
    void import('./platform/rpc/aviso.ts').then(({ avisoIn, NO_AVISO }) => {
      const aviso = avisoIn(document.cookie)
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
      document.cookie = NO_AVISO
      if (aviso) toast(aviso)
    })
  }, [key])
  useEffect(() => {
    if (profileError) toast({ kind: 'error', text: profileError })
  }, [profileError])
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('root')
  // The reference is the document's: it names a fault that came with it, not a later one of this page's own.
  const [cameWithPage] = useState(
    () => typeof document === 'undefined' || document.documentElement.dataset.hydrated === undefined,
  )
  const missing = isMissing(error)
  const reference = cameWithPage && !missing ? data?.reference : undefined
  return <ErrorPage missing={missing} offline={!cameWithPage && isOffline(error)} reference={reference} />
}
