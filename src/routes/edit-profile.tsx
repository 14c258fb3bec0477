import type { ReactNode } from 'react'
import { DeleteAccount } from '../capabilities/account-deletion/ui/delete-account.tsx'
import { useOnAccountDeleted } from '../capabilities/account-deletion/ui/use-on-account-deleted.ts'
import { ChangePasswordForm } from '../capabilities/accounts/ui/change-password-form.tsx'
import { NameForm } from '../capabilities/accounts/ui/name-form.tsx'
import { OtherSessions } from '../capabilities/accounts/ui/other-sessions.tsx'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import { chatQueries } from '../capabilities/chat/queries.ts'
import { ShowReading } from '../capabilities/chat/ui/show-reading.tsx'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { lawyersQueries } from '../capabilities/lawyers/queries.ts'
import { OwnNamePendingNotice } from '../capabilities/lawyers/ui/name-pending-notice.tsx'
import type { SafeContactContract } from '../capabilities/safe-contact/contract.ts'
import { safeContactQueries } from '../capabilities/safe-contact/queries.ts'
import { ContactForm } from '../capabilities/safe-contact/ui/contact-form.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { pageTitle } from '../site/product.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/edit-profile'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Editar perfil') }]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const { ownProfile } = lawyersQueries(sliceClient<LawyersContract>(context, 'lawyers'))
  const isVerified = user.verification_status === 'verified'
  return {
    user,
    isVerified,
    state: await prefetch(
      ...(user.role === 'admin'
        ? []
        : [chatQueries(sliceClient<ChatContract>(context, 'chat')).showsReading.queryOptions()]),
      ...(user.role === 'client'
        ? [safeContactQueries(sliceClient<SafeContactContract>(context, 'safeContact')).choice.queryOptions()]
        : []),
      ...(isVerified ? [ownProfile.queryOptions()] : []),
    ),
  }
}

export default function EditProfile({ loaderData: { user, isVerified, state } }: Route.ComponentProps) {
  const onAccountDeleted = useOnAccountDeleted(user.id)
  return (
    <QueryProvider state={state}>
      <PageContainer className="grid gap-8 py-10 md:py-14">
        <PageHeading
          title="Editar perfil"
          actions={
            user.role === 'lawyer' &&
            (isVerified ? (
              <ButtonLink to="/edit-lawyer-profile">Editar perfil profesional</ButtonLink>
            ) : (
              <ButtonLink to="/dashboard">Ver estado de mi perfil</ButtonLink>
            ))
          }
        />
        <Section title="Tus datos">
          <div className="grid gap-5">
            {isVerified && <OwnNamePendingNotice />}
            <NameForm user={user} />
          </div>
        </Section>
        {user.role !== 'admin' && (
          <Section title="Avisos" text="Qué te avisamos, dónde, y cómo te escribimos.">
            <ButtonLink to="/avisos/preferencias">Preferencias de avisos</ButtonLink>
          </Section>
        )}
        {user.role === 'client' && (
          <Section
            title="Contacto seguro"
            text="Para escribirte y llamarte sin que otra persona se entere. Nunca se muestra en el mercado."
          >
            <ContactForm />
          </Section>
        )}
        {user.role !== 'admin' && (
          <Section title="Chat">
            <ShowReading />
          </Section>
        )}
        <Section
          title="Contraseña"
          text="Al cambiarla se cierran las sesiones que tengas en otros dispositivos, y la dirección de tu calendario deja de servir."
        >
          <ChangePasswordForm />
        </Section>
        <Section title="Seguridad" text="Llaves de acceso, segundo paso, dispositivos y tu correo.">
          <ButtonLink to="/seguridad">Seguridad de tu cuenta</ButtonLink>
        </Section>
        <Section title="Sesiones">
          <OtherSessions />
        </Section>
        <Section title="Privacidad" text="Qué guardamos de ti, por qué y hasta cuándo, y lo que reportaste.">
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink to="/mis-datos">Ver tus datos</ButtonLink>
            <ButtonLink to="/reportes">Tus reportes</ButtonLink>
          </div>
        </Section>
        <Section title="Eliminar cuenta" danger>
          <DeleteAccount failureTitle="Error al eliminar la cuenta" onDeleted={onAccountDeleted} />
        </Section>
      </PageContainer>
    </QueryProvider>
  )
}

/** A section of the page: the title on the left, the form on the right. */
function Section(props: { title: string; text?: string; danger?: boolean; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-8 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] md:gap-10">
      <div className="grid content-start gap-1.5">
        <h2 className="text-h3">{props.title}</h2>
        {props.text && <p className="text-small text-muted">{props.text}</p>}
      </div>
      <Card tone={props.danger ? 'danger' : undefined} className="max-w-160">
        {props.children}
      </Card>
    </section>
  )
}
