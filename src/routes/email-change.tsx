import { useState } from 'react'
import { EmailChangeForm } from '../capabilities/security/ui/email-change-form.tsx'
import { useMailedLink } from '../capabilities/security/ui/use-mailed-link.ts'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { AccessLayout } from '../site/access-layout.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { useDocumentTitle } from '../site/use-document-title.ts'
import type { Route } from './+types/email-change'

export const meta: Route.MetaFunction = () => privateMeta('¿Cambiaste tu correo?')

/** DAT-55: the links of the e-mails about a change of address. */
export default function EmailChange() {
  const link = useMailedLink()
  const [done, setDone] = useState<string>()
  const title = done ?? (link.has('confirmar') ? 'Confirma tu nuevo correo' : '¿Cambiaste tu correo?')
  useDocumentTitle(title)
  return (
    <QueryProvider>
      <AccessLayout title={title}>
        <EmailChangeForm
          link={link}
          onDone={(next) => {
            setDone(next)
            announceSessionChange()
          }}
        />
      </AccessLayout>
    </QueryProvider>
  )
}
