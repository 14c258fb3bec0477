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
import { dashboardRedirect } from './capabilities/lawyers/rules.ts'
import { NoticeBell } from './capabilities/notices/ui/notice-bell.tsx'
import { PLAN_NAMES } from './capabilities/plans/ui/plan-names.ts'
import { ConfirmIdentity } from './capabilities/security/ui/confirm-identity.tsx'
import { dayNumber } from './chile/dates.ts'
import { useNonce } from './platform/http/nonce.ts'
import {
  failedNavigation,
  retryFailedNavigation,
  watchFailedNavigation,
} from './platform/routing/navigation-retry.ts'
import {
  positionContext,
  requestIdContext,
  sessionContext,
  settingsContext,
} from './platform/routing/router-context.ts'
import { consumeSessionChange } from './platform/session/session-events.ts'
import { useSessionRevalidation } from './platform/session/session-revalidation.ts'
import { ErrorPage } from './site/error-page.tsx'
import { hasFooter } from './site/has-footer.ts'
import { privateMeta } from './site/page-meta.ts'
import { useLazyBadge, useLazyPart } from './site/use-lazy-badge.tsx'
import { guardDoublePress } from './ui/actions/double-press-guard.ts'
import { DeferredScripts } from './ui/boot/deferred-scripts.tsx'
import { fontUrls } from './ui/boot/fonts.ts'
import mainStyleSheet from './ui/boot/main.css?url'
import { optionalLazy } from './ui/boot/optional-lazy.ts'
import { replayPress } from './ui/boot/pre-hydration-replay.ts'
import { StaticHtml } from './ui/boot/static-html.tsx'
import { toast } from './ui/feedback/toast.ts'
import { ToastHost } from './ui/feedback/toast-host.tsx'
import { UnreachableNotice } from './ui/feedback/unreachable-notice.tsx'
import { RouteAnnouncer } from './ui/layout/route-announcer.tsx'

const Footer = optionalLazy(
  () => import('./site/footer.tsx'),
  (module) => module.Footer,
)

/** Few people ever see it. */
const loadAccountBanner = () =>
  import('./capabilities/security/ui/account-banner.tsx').then((module) => module.AccountBanner)

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return {
    user: session?.user ?? null,
    isSuspended: session?.isSuspended ?? false,
    suspensionStartsAt: session?.suspensionStartsAt ?? null,
    isLosingFactor: session?.isLosingFactor ?? false,
    panelRedirect: session && dashboardRedirect(session.user),
    profileError: session?.profileError ?? null,
    position: session && context.get(positionContext),
    settings: context.get(settingsContext),
    // The part of the request id that an error page shows.
    reference: context.get(requestIdContext).slice(0, 8),
    year: new Date().getFullYear(),
    today: dayNumber(new Date()),
  }
}

type RootData = Awaited<ReturnType<typeof loader>>

/**
 * Reloads the root data after login and logout and, as React Router does by default, when the path changes. A
 * change of the query string alone (a filter, a tab) does not reload it: the new choice would wait for the
 * response.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (consumeSessionChange()) return true
  const sameSearch = currentUrl.search === nextUrl.search
  return defaultShouldRevalidate && (sameSearch || currentUrl.pathname !== nextUrl.pathname)
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: mainStyleSheet },
  ...fontUrls.map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** Head of the error page; every other page has its own. */
export const meta: Route.MetaFunction = ({ error }) =>
  privateMeta(
    isNotFound(error) ? 'Página no encontrada' : isOffline(error) ? 'Sin conexión' : 'Algo salió mal',
  )

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/**
 * Whether the connection failed, also while the browser claims to be online (messages of Chromium, Safari,
 * Firefox).
 */
const isOffline = (error: unknown) =>
  !import.meta.env.SSR &&
  (!navigator.onLine ||
    (error instanceof TypeError && /^(Failed to fetch|Load failed|NetworkError.*)$/.test(error.message)))

/**
 * The last root data, in browsers only: a failed navigation removes it, and must not show the user as signed
 * out.
 */
let lastRootData: RootData | undefined

function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!import.meta.env.SSR && data) lastRootData = data
  return data ?? lastRootData
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const data = useRootData()
  const { pathname } = useLocation()
  const user = data?.user ?? null
  const AccountBanner = useLazyPart(
    !!(data?.isSuspended || data?.suspensionStartsAt || data?.isLosingFactor),
    loadAccountBanner,
  )
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    guardDoublePress()
    replayPress()
  }, [])
  useSessionRevalidation(user !== null)
  useServerToasts(data)
  return (
    <html lang="es-CL" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        {/* biome-ignore lint/a11y/useValidAnchor: a link within the page that works before hydration, too */}
        <a
          href="#contenido"
          // Only move the focus. Following the link would drop the state of this history entry (an open
          // conversation, the role of a registration) and the wizard's step, which is in the URL hash.
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('contenido')?.focus()
          }}
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-m focus:bg-surface focus:p-3"
        >
          Saltar al contenido
        </a>
        <noscript>{import.meta.env.SSR && <NoScriptNotice />}</noscript>
        <TopNavigation user={user} panelRedirect={data?.panelRedirect ?? null} />
        {AccountBanner && data && <AccountBanner {...data} />}
        <main id="contenido" tabIndex={-1} className="flex-1 outline-none">
          <NavigationProgress role={user?.role} />
          {children}
        </main>
        {hasFooter(pathname) && (
          <StaticHtml of={Footer} props={{ year: data?.year ?? new Date().getFullYear() }} />
        )}
        <RouteAnnouncer />
        {user && <ConfirmIdentity />}
        <ToastHost />
        <ScrollRestoration nonce={nonce} />
        {import.meta.env.SSR && <DeferredScripts nonce={nonce} />}
      </body>
    </html>
  )
}

const loadUnreadCount = () =>
  import('./capabilities/chat/ui/unread-count.tsx').then((module) => module.UnreadCount)
const loadUnseenCount = () =>
  import('./capabilities/notices/ui/unseen-count.tsx').then((module) => module.UnseenCount)

function TopNavigation({ user, panelRedirect }: Pick<RootData, 'user' | 'panelRedirect'>) {
  const isParty = user?.role === 'client' || user?.role === 'lawyer'
  const chats = useLazyBadge(isParty, loadUnreadCount)
  const notices = useLazyBadge(isParty, loadUnseenCount)
  return (
    <>
      <Navigation
        user={user}
        panelRedirect={panelRedirect}
        statusText={user?.plan ? `Plan ${PLAN_NAMES[user.plan]}` : null}
        chatCount={chats.badge}
        bell={user && user.role !== 'admin' && <NoticeBell count={notices.badge} />}
      />
      {chats.watcher}
      {notices.watcher}
    </>
  )
}

/**
 * Rendered by the server only: React does not hydrate <noscript>, so the browser's bundle does not need it.
 */
function NoScriptNotice() {
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
 * Progress line at the top during a navigation, shown after 200 ms. When the next page cannot be loaded, the
 * current one stays, with a notice (H-08).
 */
function NavigationProgress({ role }: { role: string | undefined }) {
  const { state, location } = useNavigation()
  const failed = useSyncExternalStore(watchFailedNavigation, failedNavigation, () => null)
  const [closed, setClosed] = useState<{ failed: object; key: string | undefined }>()
  // A route module that failed to load matters only while a navigation waits for it.
  if (failed && (failed.kind === 'data' || state !== 'idle'))
    return (
      (failed !== closed?.failed || location?.key !== closed.key) && (
        <UnreachableNotice
          title={location ? failureTitle(location.pathname, role) : 'No se pudo actualizar la página.'}
          text={failed.text}
          onRetry={() => retryFailedNavigation(location ? createPath(location) : '')}
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

/**
 * Title of the notice for a page that could not be loaded (CHA-19, DAL-12, DAC-08, MKT-12, PRO-15, PUB-18).
 */
function failureTitle(path: string, role: string | undefined): string {
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

/** Toasts for the flash message of a redirect and for a profile that the server could not read (AUT-23). */
function useServerToasts(data: RootData | undefined) {
  const { key } = useLocation()
  const profileError = data?.profileError
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have set a flash message
  useEffect(() => {
    if (!document.cookie.includes('aviso=')) return
    void import('./platform/flash/flash.ts').then(({ readFlash, CLEARED_FLASH_COOKIE }) => {
      const flash = readFlash(document.cookie)
      // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
      document.cookie = CLEARED_FLASH_COOKIE
      if (flash) toast(flash)
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
  // The reference belongs to the document: it identifies an error of the server render, not a later one in
  // the browser.
  const [isServerRendered] = useState(
    () => typeof document === 'undefined' || document.documentElement.dataset.hydrated === undefined,
  )
  const missing = isNotFound(error)
  const reference = isServerRendered && !missing ? data?.reference : undefined
  return <ErrorPage missing={missing} offline={!isServerRendered && isOffline(error)} reference={reference} />
}
