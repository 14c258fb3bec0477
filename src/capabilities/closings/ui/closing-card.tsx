import { type ReactNode, useRef, useState } from 'react'
import { formatDate, formatDateWithWeekday, formatLongDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { DownloadAll } from '../../documents/ui/download-all.tsx'
import { type Closing, MESSAGES } from '../schema.ts'
import type { ClosingAction } from './reason-dialog.tsx'
import { useClosing } from './use-closing.ts'

const loadDialog = () => import('./reason-dialog.tsx')

/**
 * SEG-36, SEG-37, SEG-40, SEG-41: how a case was closed, and what its parties may do about it.
 * @param review button of a later slice for the review
 */
export function ClosingCard({ view, review }: { view: CaseView; review: ReactNode }) {
  const query = useClosing(view.id)
  const isFinished = view.status === 'finalizado'
  if (view.status !== 'en progreso' && !isFinished) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6 empty:hidden">
      {isFinished && view.side === 'client' && view.lawyer?.id === null && (
        <Notice
          action={
            <ButtonLink to="/submit-case" size="sm">
              Ingresar mi Causa
            </ButtonLink>
          }
        >
          {MESSAGES.lawyerGone}
        </Notice>
      )}
      <Loaded query={query} failed={MESSAGES.failed}>
        {({ closing }) =>
          closing &&
          // A departure ends a running case without a closing.
          isFinished === !isUndone(closing) &&
          (isFinished ? <Closed view={view} closing={closing} /> : <Again closing={closing} view={view} />)
        }
      </Loaded>
      {isFinished && view.side === 'client' && (
        <Card>
          <p className="text-ui">
            <b>Guarda lo tuyo y cuenta cómo te fue.</b> Tus documentos siguen aquí.
          </p>
          <div className="mt-3 flex flex-col gap-2.5 md:flex-row md:flex-wrap">
            {review}
            <DownloadAll caseId={view.id} />
          </div>
        </Card>
      )}
    </div>
  )
}

const isUndone = ({ objection, reopening_reason }: Closing) => objection !== null || reopening_reason !== null

/** SEG-37: why a closed case is running again, and how it had been closed. */
function Again({ view, closing }: { view: CaseView; closing: Closing }) {
  const { objection, reopening_reason } = closing
  const [who, text] = objection
    ? [
        view.side === 'client' ? 'No estuviste de acuerdo con el cierre' : 'Tu cliente no estuvo de acuerdo',
        objection,
      ]
    : [view.side === 'client' ? 'Tu abogado reabrió la causa' : 'Reabriste la causa', reopening_reason]
  if (!text) return null
  return (
    <Notice title={who}>
      <span className="whitespace-pre-line wrap-anywhere">{text}</span>
      <details className="mt-2">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary-ink underline">
          {`Ver el cierre del ${formatLongDate(closing.closed_at)}`}
        </summary>
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-3.5 pt-1">
          <Fact term="Resultado">{closing.outcome}</Fact>
          <Fact term={view.side === 'client' ? 'Texto de tu abogado' : 'Tu texto'}>{closing.text}</Fact>
          {closing.remaining && <Fact term="Qué quedaba abierto">{closing.remaining}</Fact>}
        </dl>
      </details>
    </Notice>
  )
}

const firstName = (name: string) => name.split(' ', 1)[0] ?? name

function Closed({ view, closing }: { view: CaseView; closing: Closing }) {
  const { side } = view
  const other = side === 'client' ? view.lawyer : view.client
  const name = firstName(other?.name ?? '')
  const author = side === 'client' ? `Texto de ${name}` : 'Tu texto'
  return (
    <Card flush>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 p-5 md:p-6">
        <div>
          <h2 className="text-h3">{side === 'client' ? 'Tu abogado cerró la causa' : 'Cerraste la causa'}</h2>
          <p className="mt-1 text-small text-muted">{formatLongDate(closing.closed_at)}</p>
        </div>
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <Fact term="Resultado">
            <Badge tone="primary">{closing.outcome}</Badge>
          </Fact>
          <Fact term={author}>{closing.text}</Fact>
          {closing.remaining && <Fact term="Qué queda abierto">{closing.remaining}</Fact>}
          {closing.request && (
            <Fact term={side === 'client' ? 'Pediste la reapertura' : `${name} pidió la reapertura`}>
              {closing.request}
            </Fact>
          )}
          {closing.decline_reason && (
            <Fact term={side === 'client' ? `${name} respondió que no` : 'Respondiste que no'}>
              {closing.decline_reason}
            </Fact>
          )}
        </dl>
      </div>
      {other?.id && <Actions view={view} closing={closing} other={name} />}
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-small font-medium text-muted">{term}</dt>
    <dd className="mt-1 whitespace-pre-line wrap-anywhere">{children}</dd>
  </div>
)

/** What this side may do with a closing now. */
function actionsOf(view: CaseView, closing: Closing): { action: ClosingAction; text: string }[] {
  const mayReopen = closing.reopen_until !== null
  if (view.side === 'lawyer') {
    const isAsked = closing.request !== null && closing.decline_reason === null
    return [
      ...(mayReopen ? [{ action: 'reopen' as const, text: 'Reabrir causa' }] : []),
      ...(isAsked ? [{ action: 'declineReopening' as const, text: 'Responder que no' }] : []),
    ]
  }
  if (closing.object_until) return [{ action: 'object', text: 'No estoy de acuerdo' }]
  return mayReopen && closing.request === null
    ? [{ action: 'requestReopening', text: 'Pedir reapertura' }]
    : []
}

function Actions({ view, closing, other }: { view: CaseView; closing: Closing; other: string }) {
  const dialog = useLazyDialog(loadDialog, (module) => module.ReasonDialog)
  const [action, setAction] = useState<ClosingAction | null>(null)
  const pressed = useRef<HTMLButtonElement | null>(null)
  const actions = actionsOf(view, closing)
  const finalFocus = {
    get current() {
      return pressed.current?.isConnected ? pressed.current : document.querySelector<HTMLElement>('h1')
    },
  }
  if (actions.length === 0) return null
  return (
    <div className="border-t border-line p-5 md:px-6">
      {view.side === 'client' && closing.object_until && (
        <p className="mb-3 text-ui">
          Si no fue así, dilo hasta el <b>{weekday(closing.object_until)}</b>: la causa vuelve a estar en
          curso.
        </p>
      )}
      {view.side === 'lawyer' && closing.reopen_until && (
        <p className="mb-3 text-ui">{`Puedes reabrirla hasta el ${formatDate(closing.reopen_until)}.`}</p>
      )}
      <div className="grid gap-2.5 md:flex md:flex-wrap">
        {actions.map(({ action: one, text }) => (
          <Button
            key={one}
            pending={dialog.pending && action === one}
            onClick={(event) => {
              pressed.current = event.currentTarget
              setAction(one)
              dialog.show()
            }}
          >
            {text}
          </Button>
        ))}
      </div>
      {action &&
        dialog.render(
          { action, caseId: view.id, closingId: closing.id, other, finalFocus },
          `${closing.id} ${action}`,
        )}
    </div>
  )
}

const weekday = (time: string) => {
  const text = formatDateWithWeekday(time)
  return text.charAt(0).toLowerCase() + text.slice(1)
}
