import { useQueryClient } from '@tanstack/react-query'
import {
  AlarmClock,
  Bell,
  BriefcaseBusiness,
  FileText,
  Flag,
  MessageCircle,
  Send,
  ShieldCheck,
  Star,
} from 'lucide-react'
import { Link } from 'react-router'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { NoticesContract } from '../contract.ts'
import { noticesQueries } from '../queries.ts'
import type { Notice } from '../schema.ts'

const ICONS = {
  messages: MessageCircle,
  updates: Send,
  documents: FileText,
  tasks: AlarmClock,
  proposals: BriefcaseBusiness,
  ending: Flag,
  reviews: Star,
  account: ShieldCheck,
}

const rowClass =
  'relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-5 py-3.5 text-ui text-ink no-underline md:grid-cols-[2.5rem_minmax(0,1fr)_auto]'

/** DAT-33: «Entendido» marks the notice as read; it is no consent. */
function AcknowledgeButton({ noticeId }: { noticeId: string }) {
  const client = useQueryClient()
  const { submit, pending } = useSubmit(() => rpc<NoticesContract>('notices').read({ noticeId }), {
    onDone: () => client.invalidateQueries({ queryKey: noticesQueries().list.key() }),
  })
  return (
    <Button size="sm" pending={pending} onClick={() => void submit()}>
      Entendido
    </Button>
  )
}

/** A notice: a link to what it is about, which marks it as read. */
export function NoticeRow({ notice, isRecent }: { notice: Notice; isRecent: boolean }) {
  const { id, category, sentence, about, path, chat_id, is_read, created_at } = notice
  const Icon = category ? ICONS[category] : Bell
  const content = (
    <>
      {!is_read && (
        <span aria-hidden="true" className="absolute top-7 left-2 size-2 rounded-full bg-primary" />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-9 place-items-center rounded-full',
          is_read ? 'bg-sunken text-muted' : 'bg-primary-soft text-primary-ink',
        )}
      >
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className={classNames('block', !is_read && 'font-semibold')}>
          {!is_read && <span className="sr-only">Sin leer. </span>}
          {sentence}
        </span>
        {about && <span className="block text-small text-muted">{about}</span>}
      </span>
      <time dateTime={created_at} className="text-small text-muted tabular-nums max-md:col-start-2">
        {isRecent ? formatClockTime(created_at) : formatDate(created_at)}
      </time>
    </>
  )
  if (path === null) return <div className={rowClass}>{content}</div>
  if (notice.is_acknowledged)
    return (
      <div className={rowClass}>
        {content}
        <div className="col-start-2 mt-2 flex flex-wrap gap-2.5">
          <ButtonLink size="sm" to={path}>
            Leer
          </ButtonLink>
          {!is_read && <AcknowledgeButton noticeId={id} />}
        </div>
      </div>
    )
  return (
    <Link
      to={path}
      state={chat_id ? { chatId: chat_id } : null}
      // Nothing waits for it: if it fails, the notice stays unread.
      onClick={() =>
        is_read ||
        rpc<NoticesContract>('notices')
          .read({ noticeId: id })
          .catch(() => {})
      }
      className={classNames(rowClass, 'hover:bg-sunken focus-visible:-outline-offset-2')}
    >
      {content}
    </Link>
  )
}
