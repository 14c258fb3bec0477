import { MESSAGES } from '../capabilities/interview/schema.ts'
import { InterviewForm } from '../capabilities/interview/ui/interview-form.tsx'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/interview'

export const meta: Route.MetaFunction = () => privateMeta('Entrevista inicial')

/** ROU-09, OPEN-08: for signed-in users, with the lawyer's public name or a generic term (INT-10). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const lawyer = await sliceClient<LawyersContract>(context, 'lawyers')
    .publicProfile({ id: params.lawyerId })
    .then(
      ({ name, avatar_url }) => ({ lawyerName: name, lawyerAvatar: avatar_url }),
      () => ({ lawyerName: MESSAGES.someLawyer, lawyerAvatar: null }),
    )
  return { writer: { id: user.id, name: user.name, role: user.role }, lawyer }
}

export default function InterviewPage({ loaderData: { writer, lawyer }, params }: Route.ComponentProps) {
  const { lawyerId } = params
  return (
    <PageContainer className="pb-14 md:pb-18">
      <div className="mx-auto max-w-190">
        <InterviewForm key={`${lawyerId} ${writer.id}`} writer={writer} subject={{ lawyerId, ...lawyer }} />
      </div>
    </PageContainer>
  )
}
