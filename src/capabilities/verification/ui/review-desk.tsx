import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode, RefCallback } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Retry } from '../../../ui/retry.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import type { QueueItem, Submission } from '../schema.ts'
import { DeclaredFacts } from './declared-facts.tsx'
import { DocumentFrame, DocumentView } from './document-view.tsx'
import { QueueList, QueuePager } from './queue-list.tsx'
import { useKeys } from './use-keys.ts'
import type { Queue } from './use-queue.ts'

/** A link to a document lives an hour; it is not asked for anew meanwhile, since each one opened is an audit row. */
const LINK_FRESH = 50 * 60_000

/** The queue, what the lawyer declared and the document, side by side (OPEN-03). */
export function ReviewDesk({
  queue,
  now,
  heading,
}: {
  queue: Queue
  now: Date
  heading: RefCallback<HTMLElement>
}) {
  const { current, move } = queue
  useKeys({ j: () => move(1), k: () => move(-1) })
  if (!current) return null
  return (
    <div className="grid gap-3">
      <QueuePager queue={queue} />
      <Card
        flush
        className="grid overflow-clip max-lg:gap-3 max-lg:border-0 max-lg:bg-transparent lg:grid-cols-[15rem_minmax(0,1fr)_minmax(0,1fr)] lg:divide-x lg:divide-line min-[75rem]:grid-cols-[17rem_minmax(0,1fr)_28.5rem]"
      >
        <QueueList queue={queue} now={now} />
        <Profile key={current.submissionId} item={current} queue={queue} heading={heading} />
      </Card>
    </div>
  )
}

const part =
  'min-w-0 max-lg:overflow-clip max-lg:rounded-l max-lg:border max-lg:border-line max-lg:bg-surface'

function Profile({
  item,
  queue,
  heading,
}: {
  item: QueueItem
  queue: Queue
  heading: RefCallback<HTMLElement>
}) {
  const { data, error, isFetching, refetch } = useQuery({
    ...verificationQueries(rpc<VerificationContract>('verification')).submission.queryOptions({
      input: { lawyerId: item.lawyerId },
    }),
    staleTime: LINK_FRESH,
    gcTime: LINK_FRESH,
  })
  return (
    <>
      <section aria-labelledby="datos" className={`flex flex-col max-lg:order-2 ${part}`}>
        <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5 md:px-6">
          <h2 ref={heading} id="datos" tabIndex={-1} className="text-[1.0625rem]/6 outline-none">
            Datos declarados
          </h2>
          <span className="text-small text-muted">
            <span className="max-[75rem]:hidden">Enviado el </span>
            {formatDate(item.submittedAt)}
          </span>
        </div>
        {data ? (
          <>
            <div className="flex-1">
              <DeclaredFacts submission={data} />
            </div>
            <Actions submission={data} queue={queue} />
          </>
        ) : error ? (
          <div className="p-5 md:p-6">
            <Retry error={error} pending={isFetching} retry={() => void refetch()} />
          </div>
        ) : (
          <Shape />
        )}
      </section>
      <div className={`grid max-lg:order-1 ${part}`}>
        {data ? (
          <DocumentView
            key={data.document.url}
            document={data.document}
            name={data.name}
            retry={() => void refetch()}
          />
        ) : (
          <DocumentFrame>
            {!error && (
              <SkeletonGroup className="w-full p-6">
                <Skeleton className="mx-auto aspect-[1.586] w-full max-w-100 rounded-l" />
              </SkeletonGroup>
            )}
          </DocumentFrame>
        )}
      </div>
    </>
  )
}

const Shape = (): ReactNode => (
  <SkeletonGroup className="grid gap-5 p-6">
    <Skeleton className="h-8 w-60" />
    <Skeleton />
    <Skeleton />
    <Skeleton />
    <Skeleton />
    <Skeleton />
  </SkeletonGroup>
)

function Actions({ submission, queue }: { submission: Submission; queue: Queue }) {
  const verify = useFetchedDialog(
    () => import('./verify-dialog.tsx'),
    (module) => module.VerifyDialog,
  )
  const giveBack = useFetchedDialog(
    () => import('./return-dialog.tsx'),
    (module) => module.ReturnDialog,
  )
  useKeys({ v: verify.show, d: giveBack.show })
  const { following } = queue
  const onDecided = (done: boolean) => void queue.decided(done ? following : submission.lawyerId)
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto md:sticky md:bottom-0 border-t border-line bg-surface px-5 py-4 md:px-6">
      <Button pending={giveBack.pending} aria-keyshortcuts="D" onClick={giveBack.show}>
        Devolver con observaciones
      </Button>
      <Button
        variant="primary"
        className="max-md:order-first"
        pending={verify.pending}
        aria-keyshortcuts="V"
        onClick={verify.show}
      >
        <BadgeCheck aria-hidden="true" className="size-4.5" />
        Verificar
      </Button>
      {verify.Part && (
        <verify.Part
          open={verify.open}
          onOpenChange={verify.setOpen}
          submission={submission}
          onDecided={onDecided}
        />
      )}
      {giveBack.Part && (
        <giveBack.Part
          open={giveBack.open}
          onOpenChange={giveBack.setOpen}
          submission={submission}
          onDecided={onDecided}
        />
      )}
    </div>
  )
}
