import { UserRoundX } from 'lucide-react'
import { LoadFailed, type LoadFailedProps } from '../../../site/loaded.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const homeLink = (
  <ButtonLink to="/" variant="primary">
    Volver al inicio
  </ButtonLink>
)

const pageClass = 'grid min-h-[60vh] grid-cols-[minmax(0,1fr)] content-center'

/**
 * Shown if there is no such public profile (PUB-19 to PUB-21, TRAP-05).
 * @param props.text from the server: the schema that contains it would make the page noticeably heavier
 */
export function ProfileNotFound({ text }: { text: string }) {
  return (
    <div className={pageClass}>
      <EmptyState
        level="h1"
        icon={<UserRoundX />}
        title="Abogado no encontrado"
        text={text}
        action={homeLink}
      />
    </div>
  )
}

/** Shown if the profile could not be loaded (PUB-18). */
export const ProfileLoadFailed = (props: Pick<LoadFailedProps, 'error' | 'retry'>) => (
  <div className={pageClass}>
    <LoadFailed level="h1" title="Error al cargar" action={homeLink} {...props} />
  </div>
)
