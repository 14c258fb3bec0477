import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { RefCallback } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { verificationQueries } from '../queries.ts'
import type { QueueItem, Submission } from '../schema.ts'
import { DeclaredFacts } from './declared-facts.tsx'
import { DocumentFrame, DocumentView } from './document-view.tsx'
import { QueueList, QueuePager } from './queue-list.tsx'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import type { ReviewQueue } from './use-review-queue.ts'

/** Document links live one hour. Do not renew them earlier: each opened link writes an audit row. */
const DOCUMENT_LINK_FRESH_MS = 50 * 60_000

interface VisitorProps {
  queue: ReviewQueue
  /** Receives the heading of the profile, for the focus. */
  heading: RefCallback<HTMLElement>
}

/** The queue, the declared data and the ID document in three columns (OPEN-03). */
export function ReviewDesk({ queue, now, heading }: VisitorProps & { now: Date }) {
  const { current, move } = queue
  useKeyboardShortcuts({ j: () => move(1), k: () => move(-1) })
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

const columnClass =
  'min-w-0 max-lg:overflow-clip max-lg:rounded-l max-lg:border max-lg:border-line max-lg:bg-surface'

function Profile({ item, queue, heading }: VisitorProps & { item: QueueItem }) {
  const query = useQuery({
    ...verificationQueries().submission.queryOptions({
      input: { lawyerId: item.lawyerId },
    }),
    staleTime: DOCUMENT_LINK_FRESH_MS,
    gcTime: DOCUMENT_LINK_FRESH_MS,
  })
  const { data, refetch } = query
  return (
    <>
      <section aria-labelledby="datos" className={`flex flex-col max-lg:order-2 ${columnClass}`}>
        <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5 md:px-6">
          <h2 ref={heading} id="datos" tabIndex={-1} className="text-[1.0625rem]/6 outline-none">
            Datos declarados
          </h2>
          <span className="text-small text-muted">
            <span className="max-[75rem]:hidden">Enviado el </span>
            {formatDate(item.submittedAt)}
          </span>
        </div>
        <Loaded query={query} className="p-5 md:p-6">
          {(submission) => (
            <>
              <div className="flex-1">
                <DeclaredFacts submission={submission} />
              </div>
              <Actions submission={submission} queue={queue} />
            </>
          )}
        </Loaded>
      </section>
      <div className={`grid max-lg:order-1 ${columnClass}`}>
        {data ? (
          <DocumentView
            key={data.document.url}
            document={data.document}
            name={data.name}
            retry={() => void refetch()}
          />
        ) : (
          <DocumentFrame>{null}</DocumentFrame>
        )}
      </div>
    </>
  )
}

function Actions({ submission, queue }: { submission: Submission; queue: ReviewQueue }) {
  const verifyDialog = useLazyDialog(
    () => import('./verify-dialog.tsx'),
    (module) => module.VerifyDialog,
  )
  const returnDialog = useLazyDialog(
    () => import('./return-dialog.tsx'),
    (module) => module.ReturnDialog,
  )
  useKeyboardShortcuts({ v: verifyDialog.show, d: returnDialog.show })
  const { nextAfterDecision } = queue
  const onDecided = (done: boolean) =>
    void queue.afterDecision(done ? nextAfterDecision : submission.lawyerId)
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto md:sticky md:bottom-0 border-t border-line bg-surface px-5 py-4 md:px-6">
      <Button pending={returnDialog.pending} aria-keyshortcuts="D" onClick={returnDialog.show}>
        Devolver con observaciones
      </Button>
      <Button
        variant="primary"
        className="max-md:order-first"
        pending={verifyDialog.pending}
        aria-keyshortcuts="V"
        onClick={verifyDialog.show}
      >
        <BadgeCheck aria-hidden="true" className="size-4.5" />
        Verificar
      </Button>
      {verifyDialog.render({ submission, onDecided })}
      {returnDialog.render({ submission, onDecided })}
    </div>
  )
}
