import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Message } from '../../chat/schema.ts'
import { fullTime } from '../../chat/ui/chat-times.ts'
import type { ModerationContract } from '../contract.ts'
import { moderationQueries } from '../queries.ts'
import { OUTCOME_TEXTS } from '../rules.ts'
import { MESSAGES, type OwnReport, REPORT_REASONS } from '../schema.ts'
import { Fact, Facts } from './facts.tsx'
import { MessagePicker } from './message-picker.tsx'
import { aboutText, StateBadge } from './own-report-state.tsx'

/** DAT-66, DAT-69: the outcome of a report, and the answer to «Pedir más mensajes». */
export function OwnReportView({ id }: { id: string }) {
  const options = moderationQueries().ownReport.queryOptions({ input: { id } })
  const query = useQuery(options)
  useRefetchOn(['report'], options.queryKey)
  return (
    <Loaded query={query} failed="No pudimos cargar tu reporte." label="Cargando tu reporte…">
      {(report) => (
        <div className="grid max-w-170 gap-5">
          <Card>
            <div className="mb-3 flex items-center justify-between gap-3">
              <h2 className="text-h4">{REPORT_REASONS[report.reason]}</h2>
              <StateBadge state={report.state} />
            </div>
            <Facts>
              <Fact label="Sobre">{aboutText(report)}</Fact>
              <Fact label="Enviado">{formatDate(report.created_at)}</Fact>
              {report.detail && <Fact label="Detalle">{report.detail}</Fact>}
              {report.closed_at && <Fact label="Respondido">{formatDate(report.closed_at)}</Fact>}
            </Facts>
            <ReportedWords evidence={report.evidence} />
            {report.outcome ? (
              <Notice className="mt-4">{OUTCOME_TEXTS[report.outcome]}</Notice>
            ) : (
              <p className="mt-4 text-ui text-muted">{MESSAGES.thanks}</p>
            )}
          </Card>
          {report.state === 'esperando' && report.chat_id && (
            <MoreMessages key={report.asked_at} report={report} chatId={report.chat_id} />
          )}
        </div>
      )}
    </Loaded>
  )
}

/** What the team can read: the reporter's copy of it. */
function ReportedWords({ evidence }: Pick<OwnReport, 'evidence'>) {
  if (evidence.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-2 font-sans text-ui font-semibold">Lo que puede leer nuestro equipo</h3>
      <ul className="grid gap-2">
        {evidence.map(({ id, seq, is_reported, text, written_at }) => (
          <li key={id} className="rounded-m bg-sunken px-3.5 py-2.5">
            {!is_reported && <span className="block text-micro text-muted">Tú</span>}
            <p className="text-ui wrap-anywhere whitespace-pre-line">{text}</p>
            {seq !== null && (
              <time dateTime={written_at} className="mt-0.5 block text-micro text-muted">
                {fullTime(written_at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function MoreMessages({ report, chatId }: { report: OwnReport; chatId: string }) {
  const client = useQueryClient()
  const side = useSessionUser()?.role === 'lawyer' ? 'lawyer' : 'client'
  const [chosen, setChosen] = useState<Message[]>([])
  const { submit, pending, failure } = useSubmit(
    (seqs: number[]) => rpc<ModerationContract>('moderation').addMessages({ id: report.id, seqs }),
    {
      onDone: (answer) =>
        client.setQueryData(moderationQueries().ownReport.queryKey({ input: { id: report.id } }), answer),
    },
  )
  const tooMany = chosen.length > 20 ? MESSAGES.tooManyMessages : undefined
  return (
    <Card>
      <h2 className="text-h4">Nos piden más mensajes</h2>
      <p className="mt-1.5 mb-4 text-ui text-muted">
        Para decidir necesitamos leer un poco más. Tú eliges cuáles; también puedes no enviar más.
      </p>
      <MessagePicker
        chatId={chatId}
        side={side}
        chosen={chosen}
        onChange={setChosen}
        given={report.evidence.flatMap(({ seq }) => seq ?? [])}
        hint="Hasta 20. Nuestro equipo lee solo los que eliges."
        error={tooMany}
      />
      {side === 'lawyer' && <Notice className="mt-4">{MESSAGES.professionalSecret}</Notice>}
      {failure && (
        <Notice kind="danger" live className="mt-4">
          {failure.message}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          pending={pending}
          disabled={chosen.length === 0 || tooMany !== undefined}
          onClick={() => void submit(chosen.map(({ seq }) => seq))}
        >
          Enviar mensajes
        </Button>
        <Button pending={pending} onClick={() => void submit([])}>
          No enviar más
        </Button>
      </div>
    </Card>
  )
}
