import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { BLOCK_LABELS, type RequestView } from '../schema.ts'
import { mailText, messageTitle } from './request-texts.ts'

/** «Solicitud DA-2026-000004», whose number stays in one line. */
export const RequestTitle = ({ number }: { number: string }) => (
  <>
    Solicitud <span className="whitespace-nowrap">{number}</span>
  </>
)

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] gap-x-4 border-line py-2.5 text-ui not-last:border-b md:grid-cols-[minmax(0,8.75rem)_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}

/** What was asked for. */
export function AskedFacts({
  request,
  children,
}: {
  request: Omit<RequestView, 'kind'>
  children?: ReactNode
}) {
  const { about, object, block, cause, new_value, details, files } = request
  return (
    <>
      {about && <Fact name="Dato">{about}</Fact>}
      {object && <Fact name="Cuál">{object}</Fact>}
      {block && <Fact name="Bloqueo">{BLOCK_LABELS[block]}</Fact>}
      {children}
      {new_value && (
        <Fact name="Debe decir">
          <ins className="rounded-s bg-verified-soft px-1 text-verified-ink no-underline">{new_value}</ins>
        </Fact>
      )}
      {cause && <Fact name="Motivo">{cause}</Fact>}
      {details && <Fact name="Detalle">{details}</Fact>}
      {files.length > 0 && (
        <Fact name="Prueba">
          <span className="grid gap-1">
            {files.map(({ name, url }, at) =>
              url === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: files have no other name
                <span key={at}>{name}</span>
              ) : (
                <a
                  key={url}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-6 items-center gap-1.5 font-semibold"
                >
                  <FileText aria-hidden="true" className="size-4 shrink-0" />
                  {name}
                </a>
              ),
            )}
          </span>
        </Fact>
      )}
    </>
  )
}

/** DAT-14: all that was sent, oldest first. */
export function SentMessages({
  request: { number, messages },
  forTeam = false,
}: {
  request: Pick<RequestView, 'number' | 'messages'>
  forTeam?: boolean
}) {
  return (
    <ol className="grid gap-4">
      {messages.map((message) => (
        <Message
          key={`${message.kind} ${message.sent_at}`}
          message={message}
          number={number}
          forTeam={forTeam}
        />
      ))}
    </ol>
  )
}

function Message({
  message,
  number,
  forTeam,
}: {
  message: RequestView['messages'][number]
  number: string
  forTeam: boolean
}) {
  const { kind, body, sent_at, mail } = message
  const text = mailText(message, forTeam)
  return (
    <li className="rounded-l border border-line bg-paper px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-sans text-ui font-semibold">{messageTitle(kind, number)}</h3>
        <span className="text-small text-muted">{formatDate(sent_at)}</span>
      </div>
      {text && (
        <p className={`mt-1 text-small ${mail === 'failed' ? 'text-danger-ink' : 'text-muted'}`}>{text}</p>
      )}
      {body && <p className="mt-1 text-ui wrap-anywhere whitespace-pre-line">{body}</p>}
    </li>
  )
}
