import { Eye } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { fullTime } from '../../chat/ui/chat-times.ts'
import type { ModerationContract } from '../contract.ts'
import { type OpenedReport, type QueuedReport, REPORT_REASONS, type ReportState } from '../schema.ts'
import { DecisionForm } from './decision-form.tsx'
import { Fact, Facts } from './facts.tsx'
import { Failed } from './failed.tsx'

const STATES: Readonly<Record<ReportState, string>> = {
  abierto: 'Sin revisar',
  en_revision: 'En revisión',
  esperando: 'Espera mensajes',
  cerrado: 'Cerrado',
}

const REPORTERS: Readonly<Record<QueuedReport['object'], string>> = {
  message: 'Una parte de la conversación',
  conversation: 'Una parte de la conversación',
  profile: 'Alguien que vio el perfil',
  review: 'Alguien que vio la reseña',
}

export interface DetailProps {
  heading: RefObject<HTMLHeadingElement | null>
  refresh(): Promise<void>
}

/** A report of the queue. Reading it is a step of its own, because each look is recorded. */
export function ReportDetail({ report, heading, refresh }: DetailProps & { report: QueuedReport }) {
  const { id, reason, object, state, created_at } = report
  const calls = rpc<ModerationContract>('moderation')
  const [opened, setOpened] = useState<OpenedReport>()
  const open = useSubmit(
    async () => {
      if (state === 'abierto') await calls.take({ id })
      return calls.openReport({ id })
    },
    {
      onDone(answer) {
        setOpened(answer)
        return refresh()
      },
    },
  )
  // The reporter may have sent more: it is read again.
  useEffect(() => (state === 'esperando' ? () => setOpened(undefined) : undefined), [state])
  const ask = useLazyDialog(
    () => import('../../../site/forms/submit-dialog.tsx'),
    (module) => module.SubmitDialog<unknown>,
  )
  return (
    <section aria-labelledby="reporte" className="min-w-0">
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5 md:px-6">
        <h2 ref={heading} id="reporte" tabIndex={-1} className="text-[1.0625rem]/6 outline-none">
          {REPORT_REASONS[reason]}
        </h2>
        <Badge tone={state === 'abierto' ? 'neutral' : 'accent'}>{STATES[state]}</Badge>
      </div>
      <div className="px-5 py-3 md:px-6">
        <Facts>
          {opened?.about && (
            <Fact label="Sobre">
              {`${opened.about.name}, ${opened.about.role}`}
              {opened.about.earlier > 0 &&
                ` · ${opened.about.earlier === 1 ? '1 medida antes' : `${opened.about.earlier} medidas antes`}`}
            </Fact>
          )}
          <Fact label="Reporta">{REPORTERS[object]}</Fact>
          <Fact label="Recibido">{fullTime(created_at)}</Fact>
          <Fact label="Propósito">Reporte</Fact>
          {opened?.detail && <Fact label="Detalle">{opened.detail}</Fact>}
        </Facts>
        {opened ? (
          <>
            <Evidence report={opened}>
              {opened.can_ask && state === 'en_revision' && (
                <Button variant="quiet" size="sm" pending={ask.pending} onClick={ask.show}>
                  Pedir más mensajes
                </Button>
              )}
            </Evidence>
            {state === 'esperando' && (
              <Notice className="mt-4">
                Pedimos más mensajes a quien reporta. Si no responde en 7 días, el reporte vuelve a revisión.
              </Notice>
            )}
          </>
        ) : (
          <div className="mt-4 grid justify-items-start gap-3">
            <Button variant="primary" pending={open.pending} onClick={() => void open.submit()}>
              {state === 'abierto' ? 'Empezar a revisar' : 'Leer lo reportado'}
            </Button>
            {open.failure && <Failed text={open.failure.message} />}
          </div>
        )}
      </div>
      {opened && state === 'en_revision' && <DecisionForm report={report} refresh={refresh} />}
      {ask.render({
        title: '¿Pedir más mensajes?',
        description:
          'Le avisamos a quien reporta, que elige cuáles enviar o dice que no. Mientras tanto, hasta 7 días, no puedes decidir.',
        confirmText: 'Pedir más mensajes',
        cancelText: 'Volver',
        send: () => calls.askMessages({ id }),
        onDone: refresh,
      })}
      <p className="flex items-start gap-2 border-t border-line bg-paper px-5 py-3 text-small text-muted md:px-6">
        <Eye aria-hidden="true" className="mt-0.5 size-4" />
        Esta vista queda en el registro y ambas partes la verán en «Quién vio tus datos».
      </p>
    </section>
  )
}

function Evidence({ report, children }: { report: OpenedReport; children: ReactNode }) {
  const isChat = report.object === 'message' || report.object === 'conversation'
  return (
    <>
      <h3 className="mt-5 mb-2 font-sans text-ui font-semibold">
        {isChat ? 'Mensajes que eligió quien reporta' : 'Lo reportado, como estaba ese día'}
      </h3>
      <ul className="grid gap-2">
        {report.evidence.map(({ id, is_reported, text, written_at }) => (
          <li key={id} className="rounded-m bg-sunken px-3.5 py-2.5">
            {!is_reported && <span className="block text-micro text-muted">Quien reporta</span>}
            <p className="text-ui wrap-anywhere whitespace-pre-line">{text}</p>
            {isChat && (
              <time dateTime={written_at} className="mt-0.5 block text-micro text-muted">
                {fullTime(written_at)}
              </time>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        {isChat && (
          <p className="text-small text-muted">
            El resto de la conversación no se puede ver. Los archivos no se copian ni se abren.
          </p>
        )}
        {children}
      </div>
    </>
  )
}
