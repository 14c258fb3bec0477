import { useQuery } from '@tanstack/react-query'
import { DeleteAccount } from '../capabilities/account-deletion/ui/delete-account.tsx'
import { useOnAccountDeleted } from '../capabilities/account-deletion/ui/use-on-account-deleted.ts'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { lawyersQueries } from '../capabilities/lawyers/queries.ts'
import { editProfileRedirect } from '../capabilities/lawyers/rules.ts'
import { MESSAGES } from '../capabilities/lawyers/schema.ts'
import { EditProfileForm } from '../capabilities/lawyers/ui/edit-profile-form.tsx'
import { VerifiedData } from '../capabilities/lawyers/ui/verified-data.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { Loaded } from '../site/loaded.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/edit-lawyer-profile'

export const meta: Route.MetaFunction = () => privateMeta('Editar Perfil Profesional')

/**
 * OPEN-08: visitors go to /login, other roles to /edit-profile, lawyers without a verified profile to their
 * onboarding step.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url, editProfileRedirect)
  const { ownProfile } = lawyersQueries(sliceClient<LawyersContract>(context, 'lawyers'))
  return { userId: user.id, state: await prefetch(ownProfile.queryOptions()) }
}

/** PRO-06 to PRO-18. */
export default function EditLawyerProfile({ loaderData: { state, userId } }: Route.ComponentProps) {
  const onAccountDeleted = useOnAccountDeleted(userId)
  return (
    <QueryProvider state={state}>
      <PageContainer className="pt-8 pb-18 md:pt-10 md:pb-24">
        <div className="mx-auto grid max-w-190 grid-cols-[minmax(0,1fr)] gap-8">
          <div>
            <h1 className="text-h2">Editar Perfil Profesional</h1>
            <p className="mt-2 text-muted">Lo que cambies aquí se ve de inmediato en tu perfil.</p>
          </div>
          <Profile />
          <section className="grid gap-4 border-t border-line pt-7">
            <h2 className="text-h3">Eliminar cuenta</h2>
            <Card tone="danger">
              <DeleteAccount failureTitle="Error al eliminar" onDeleted={onAccountDeleted}>
                <p>Tu perfil deja de aparecer en Amparo, y se borran tu foto y tu carnet de identidad.</p>
              </DeleteAccount>
            </Card>
          </section>
        </div>
      </PageContainer>
    </QueryProvider>
  )
}

function Profile() {
  const query = useQuery(lawyersQueries().ownProfile.queryOptions())
  return (
    <Loaded query={query} failed={MESSAGES.notLoaded} level="h2">
      {(profile) => (
        <EditProfileForm profile={profile}>
          <VerifiedData profile={profile} />
        </EditProfileForm>
      )}
    </Loaded>
  )
}
