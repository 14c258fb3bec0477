import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { privateMeta } from '../site/page-meta.ts'
import { LoadingIndicator } from '../ui/feedback/spinner.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/old-dashboard'

/** ROU-05, ROU-06: how long the text is shown before the redirect. */
const REDIRECT_DELAY_MS = 700

export const meta: Route.MetaFunction = () => privateMeta('Redirigiendo')

/** /lawyer-dashboard and /client-dashboard: old URLs that only redirect. */
export default function OldDashboard() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <PageContainer className="grid justify-items-center py-14">
      <noscript>
        <meta httpEquiv="refresh" content="1;url=/dashboard" />
      </noscript>
      <h1 className="sr-only">Redirigiendo</h1>
      <LoadingIndicator label="Redirigiendo a tu nuevo dashboard..." />
      <Link to="/dashboard" replace className="inline-flex min-h-11 items-center text-ui">
        Ir a mi Panel
      </Link>
    </PageContainer>
  )
}
