import { useQuery } from '@tanstack/react-query'
import { data, useRouteLoaderData } from 'react-router'
import type { CasesContract } from '../capabilities/cases/contract.ts'
import { casesQueries } from '../capabilities/cases/queries.ts'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { lawyersQueries } from '../capabilities/lawyers/queries.ts'
import { MESSAGES, type PublicLawyer } from '../capabilities/lawyers/schema.ts'
import { ContactBar, ContactPanel } from '../capabilities/lawyers/ui/contact-panel.tsx'
import { metaDescription, ProfileJsonLd } from '../capabilities/lawyers/ui/profile-json-ld.tsx'
import { ProfileLoadFailed, ProfileNotFound } from '../capabilities/lawyers/ui/profile-not-found.tsx'
import { ProfileBody, ProfileHeader } from '../capabilities/lawyers/ui/public-profile.tsx'
import { useContact } from '../capabilities/lawyers/ui/use-contact.ts'
import { ReportButton } from '../capabilities/moderation/ui/report-button.tsx'
import type { ReviewsContract } from '../capabilities/reviews/contract.ts'
import { reviewPages, reviewsQueries } from '../capabilities/reviews/queries.ts'
import { LawyerReviews, type LawyerReviewsProps } from '../capabilities/reviews/ui/lawyer-reviews.tsx'
import { OwnReviewForm } from '../capabilities/reviews/ui/own-review-form.tsx'
import { useNonce } from '../platform/http/nonce.ts'
import { type PageState, prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { useRefetchOn } from '../platform/realtime/use-refetch-on.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { failureOf, rpc } from '../platform/rpc/client.ts'
import type { loader as rootLoader } from '../root.tsx'
import { pageMeta, privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { BackLink } from '../ui/actions/back-link.tsx'
import { LoadingIndicator } from '../ui/feedback/spinner.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/lawyer'

/** The lawyer in the page's prefetched data. */
const lawyerIn = (state: PageState | null | undefined) =>
  state?.queries.find(({ queryKey }) => String(queryKey[0]) === 'lawyers,publicProfile')?.state.data as
    | PublicLawyer
    | undefined

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const lawyer = lawyerIn(loaderData?.state)
  if (!lawyer?.is_verified)
    return privateMeta(lawyer?.name ?? (loaderData?.missing ? 'Abogado no encontrado' : 'Perfil de abogado'))
  const { id, name, avatar_url: image } = lawyer
  return pageMeta(matches, {
    title: name,
    path: `/lawyer/${id}`,
    description: metaDescription(lawyer),
    profile: { image },
  })
}

/** PUB-18 to PUB-21: an id without a public profile is a 404; the page itself shows any other failure. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = params.id ?? ''
  const lawyers = sliceClient<LawyersContract>(context, 'lawyers')
  const reviews = sliceClient<ReviewsContract>(context, 'reviews')
  const input = { lawyerId: id }
  const isClient = context.get(sessionContext)?.role === 'client'
  let missing = false
  const state = await prefetch(
    {
      queryKey: lawyersQueries(lawyers).publicProfile.queryKey({ input: { id } }),
      queryFn: () =>
        lawyers.publicProfile({ id }).catch((error: unknown) => {
          missing = [404, 422].includes(failureOf(error).status)
          throw error
        }),
    },
    casesQueries(sliceClient<CasesContract>(context, 'cases')).lawyerStats.queryOptions({ input }),
    reviewPages(id, reviews),
    ...(isClient ? [reviewsQueries(reviews).standing.queryOptions({ input })] : []),
  )
  return missing ? data({ missing: MESSAGES.notFound, state: null }, 404) : data({ missing: null, state })
}

export default function LawyerPage({ loaderData: { missing, state }, params }: Route.ComponentProps) {
  return (
    <QueryProvider {...(state && { state })}>
      {missing === null ? (
        <Profile key={params.id} id={params.id ?? ''} />
      ) : (
        <ProfileNotFound text={missing} />
      )}
    </QueryProvider>
  )
}

function Profile({ id }: { id: string }) {
  const queries = lawyersQueries()
  const { data, error, refetch } = useQuery(queries.publicProfile.queryOptions({ input: { id } }))
  if (data) return <LawyerProfile lawyer={data} />
  if (!error) return <LoadingIndicator />
  const { status, message } = failureOf(error)
  return status === 404 ? (
    <ProfileNotFound text={message} />
  ) : (
    <ProfileLoadFailed error={error} retry={refetch} />
  )
}

function LawyerProfile({ lawyer }: { lawyer: PublicLawyer }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const own = root?.user?.id === lawyer.id
  const mayReport = root?.user?.role === 'client' || root?.user?.role === 'lawyer'
  const contact = useContact(lawyer, () => rpc<ChatContract>('chat').open({ lawyerId: lawyer.id }))
  const nonce = useNonce()
  const cases = casesQueries()
  const { data: figures } = useQuery(cases.lawyerStats.queryOptions({ input: { lawyerId: lawyer.id } }))
  // The lawyer receives an event for each review, and its author in all tabs.
  useRefetchOn(['review'], [['reviews']])
  useRefetchOn(['review'], [['lawyers', 'publicProfile']])
  return (
    <>
      <PageContainer className="pt-5">
        <BackLink />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 pb-10 md:grid-cols-[minmax(0,1fr)_17rem] md:pb-24 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
          <div>
            <ProfileHeader lawyer={lawyer} />
            <ProfileBody lawyer={lawyer} figures={figures} />
            <LawyerReviews
              lawyerId={lawyer.id}
              count={lawyer.review_count}
              reviewAction={mayReport ? reviewAction : undefined}
              form={
                root?.user?.role === 'client' && (
                  <OwnReviewForm lawyerId={lawyer.id} lawyerName={lawyer.name} />
                )
              }
            />
          </div>
          <aside className="mt-10 md:sticky md:top-6 md:mt-6">
            <ContactPanel lawyer={lawyer} own={own} contact={contact} />
            {mayReport && !own && (
              <p className="mt-3 text-center">
                <ReportButton look="word" object="profile" objectId={lawyer.id} />
              </p>
            )}
          </aside>
        </div>
      </PageContainer>
      <ContactBar lawyer={lawyer} own={own} contact={contact} />
      {lawyer.is_verified && (
        <ProfileJsonLd lawyer={lawyer} publicUrl={root?.settings.publicUrl ?? ''} nonce={nonce} />
      )}
    </>
  )
}

/** DAT-65: on the reviews of others. */
const reviewAction: LawyerReviewsProps['reviewAction'] = ({ id, client_id }) =>
  client_id === null && <ReportButton look="word" object="review" objectId={id} />
