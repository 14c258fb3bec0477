import { UserRoundX } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'

const home = (
  <ButtonLink to="/" variant="primary">
    Volver al inicio
  </ButtonLink>
)

const place = 'grid min-h-[60vh] grid-cols-[minmax(0,1fr)] content-center'

/**
 * PUB-19 to PUB-21, TRAP-05.
 * @param props.text the server's words: the schema that has them would weigh a tenth of this page
 */
export function ProfileMissing({ text }: { text: string }) {
  return (
    <div className={place}>
      <EmptyState level="h1" icon={<UserRoundX />} title="Abogado no encontrado" text={text} action={home} />
    </div>
  )
}

/** PUB-18. */
export function ProfileFailed({
  message,
  pending,
  retry,
}: {
  message: string
  pending: boolean
  retry(): void
}) {
  return (
    <div className={place}>
      <LoadFailed
        level="h1"
        title="Error al cargar"
        text={message}
        pending={pending}
        retry={retry}
        otherwise={home}
      />
    </div>
  )
}
