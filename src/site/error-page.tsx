import { OFFLINE_MESSAGE } from '../platform/errors/offline-message.ts'
import { Button, ButtonLink } from '../ui/actions/button.tsx'
import { spriteUrl } from '../ui/display/icon.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { PageContainer } from '../ui/layout/page-container.tsx'

export interface ErrorPageProps {
  /** The address does not exist; otherwise something failed. */
  missing: boolean
  /** Only the connection failed. */
  offline: boolean
  /** Identifies the error in the log; support asks for it (OPEN-66). */
  reference?: string | undefined
}

/** Reloads only if the server answers: the browser's own error page would be a dead end. */
const reloadIfReachable = () =>
  fetch('/favicon.svg', { cache: 'no-store' }).then(
    () => location.reload(),
    () => toast({ kind: 'error', text: OFFLINE_MESSAGE }),
  )

/** Replaces a page that does not exist or could not be rendered (OPEN-08). */
export function ErrorPage({ missing, offline, reference }: ErrorPageProps) {
  return (
    <PageContainer className="grid justify-items-center py-14 text-center md:py-24">
      <svg viewBox="0 0 504 132" aria-hidden="true" className="w-64 overflow-visible md:w-80">
        <use href={`${spriteUrl}#roof`} />
      </svg>
      <h1 className="mt-8">
        {missing ? 'Página no encontrada' : offline ? 'Sin conexión' : 'Algo salió mal'}
      </h1>
      <p className="mt-3 max-w-[42ch] text-lead text-muted">
        {missing
          ? 'La dirección no existe o cambió de lugar.'
          : offline
            ? OFFLINE_MESSAGE
            : 'Ocurrió un error inesperado. Inténtalo de nuevo.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3 max-md:w-full max-md:*:w-full">
        {!missing && (
          <Button variant="primary" size="lg" onClick={offline ? reloadIfReachable : () => location.reload()}>
            Reintentar
          </Button>
        )}
        <ButtonLink
          to="/"
          variant={missing ? 'primary' : 'secondary'}
          size="lg"
          reloadDocument={!missing && !offline}
        >
          Volver al inicio
        </ButtonLink>
      </div>
      {reference && (
        <p className="mt-8 text-small text-muted">
          Si vuelve a pasar, cuéntanos esta referencia: <b className="tabular-nums">{reference}</b>
        </p>
      )}
    </PageContainer>
  )
}
