import { useQuery } from '@tanstack/react-query'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { lawyersQueries } from '../queries.ts'

/** H-03: tells a lawyer that their new name awaits confirmation. */
export function NamePendingNotice() {
  return (
    <Notice kind="accent" title="Tu nombre nuevo espera confirmación">
      Ya se ve en Amparo y puedes seguir trabajando. El sello «Perfil Verificado» vuelve cuando nuestro equipo
      lo confirme.
    </Notice>
  )
}

/** `NamePendingNotice` for the form that changes the name of a verified lawyer. Prefetch `lawyers.ownProfile`. */
export function OwnNamePendingNotice() {
  const { ownProfile } = lawyersQueries()
  const { data } = useQuery(ownProfile.queryOptions())
  useRefetchOn(['profile'], ownProfile.key())
  return data?.nameConfirmed === false ? <NamePendingNotice /> : null
}
