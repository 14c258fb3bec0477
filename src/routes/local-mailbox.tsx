import { Mail } from 'lucide-react'
import { mailboxContext } from '../platform/routing/router-context.ts'
import { pageTitle } from '../site/product.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/local-mailbox'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Correo local') }]

/** Local mode only: the e-mails that Amparo would have sent. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const read = context.get(mailboxContext)
  if (!read) throw new Response(null, { status: 404 })
  return { mails: await read(url.searchParams.get('to')) }
}

const sentAtFormat = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'America/Santiago',
})

export default function LocalMailbox({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <PageContainer className="grid gap-6 py-10">
      <PageHeading
        title="Correo local"
        text="Los correos que Amparo envía en modo local llegan aquí y a ningún otro lugar."
      />
      {mails.length === 0 && (
        <Card>
          <EmptyState
            icon={<Mail />}
            level="h2"
            title="Todavía no hay correos."
            text="Aparecerán aquí cuando Amparo escriba a alguien. Los avisos esperan durante las horas de silencio de cada persona."
          />
        </Card>
      )}
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Card flush>
              <details>
                <summary className="grid cursor-pointer gap-0.5 p-5">
                  <span className="font-semibold">{mail.subject}</span>
                  <span className="text-small text-muted">
                    Para {mail.to} ·{' '}
                    <time dateTime={mail.sent_at.toISOString()}>{sentAtFormat.format(mail.sent_at)}</time>
                  </span>
                </summary>
                <iframe
                  title={mail.subject}
                  srcDoc={mail.html}
                  sandbox="allow-popups allow-popups-to-escape-sandbox"
                  className="h-120 w-full rounded-b-l border-t border-line bg-paper"
                />
              </details>
            </Card>
          </li>
        ))}
      </ul>
    </PageContainer>
  )
}
