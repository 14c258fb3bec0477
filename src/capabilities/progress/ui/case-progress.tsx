import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { dayNumber, formatDayAndMonth, formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { LoadFailed } from '../../../site/loaded.tsx'
import { useToday } from '../../../site/use-today.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { type CaseView, DELETED_USER_NAME } from '../../cases/schema.ts'
import type { ProgressContract } from '../contract.ts'
import { progressQueries } from '../queries.ts'
import { requestFromText } from '../rules.ts'
import { MESSAGES, type Progress } from '../schema.ts'
import { EntryList, timeText } from './entry-list.tsx'
import { entryText } from './entry-texts.ts'
import { byDueDay, type Need, NeedList } from './needs.tsx'
import { useProgress } from './use-progress.ts'

const loadDialog = () => import('./update-dialog.tsx')

/** SEG-01: the panel «Seguimiento» of a case. @param needs what the reader has to do; undefined: not loaded yet */
export function CaseProgress({ view, needs }: { view: CaseView; needs: readonly Need[] | undefined }) {
  const { data, error, refetch } = useProgress(view.id)
  const dialog = useLazyDialog(loadDialog, (module) => module.UpdateDialog)
  const headingId = useId()
  const isRunning = view.status === 'activo' || view.status === 'en progreso'
  return (
    <section aria-labelledby={headingId} className="rounded-l border border-line bg-surface">
      <div className="flex min-h-14 items-center justify-between gap-4 px-5 py-1.5 md:min-h-18 md:px-6 md:py-3.5">
        <h2 id={headingId} className="text-[1.25rem]/7 md:text-h3">
          Seguimiento
        </h2>
        {view.side === 'lawyer' && isRunning && (
          <Button variant="primary" className="max-md:px-3" pending={dialog.pending} onClick={dialog.show}>
            <Send aria-hidden="true" className="size-4.5 max-md:hidden" />
            Publicar novedad
          </Button>
        )}
      </div>
      {/* Also above older answers, which may be wrong by now. */}
      {(error || !data) && (
        <div className="border-t border-line p-5 md:p-6">
          {error ? (
            <LoadFailed message={MESSAGES.failed} retry={refetch} />
          ) : (
            <SkeletonRows label="Cargando el seguimiento…" />
          )}
        </div>
      )}
      {data && <Answers view={view} progress={data} needs={needs} />}
      {dialog.render({ view })}
    </section>
  )
}

interface AnswersProps {
  view: CaseView
  progress: Progress
  needs: readonly Need[] | undefined
}

function Answers({ view, progress, needs = [] }: AnswersProps) {
  const { entries } = progress
  const update = isFinished(view) ? null : progress.last_update
  const today = useToday()
  const sorted = byDueDay(needs)
  const [latest] = entries
  const nothing = view.side === 'client' ? 'Por ahora no necesitamos nada de ti.' : 'Por ahora nada.'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border-t border-line md:grid-cols-2 md:*:even:border-l md:[&>*:nth-child(n+3)]:border-t">
      <Answer
        title="Qué pasó"
        firstLine={latest ? `${entryText(latest)} ${capitalized(timeText(latest.at, today))}` : 'Nada aún.'}
      >
        <EntryList entries={entries} label="Lo último que pasó">
          {({ update: published }) =>
            published && (
              <p dir="auto" className="mt-0.5 line-clamp-4 whitespace-pre-line text-muted">
                {`«${published.text}»`}
              </p>
            )
          }
        </EntryList>
        <TextLink to={`/case/${view.id}/historia`} className="-mb-2.5">
          Ver historial completo
        </TextLink>
      </Answer>
      <Answer
        title={view.side === 'client' ? 'Qué necesitamos de ti' : 'Qué espera tu cliente'}
        count={sorted.length}
        firstLine={sorted[0]?.text ?? nothing}
      >
        {sorted.length > 0 ? <NeedList needs={sorted} /> : <p className="text-ui">{nothing}</p>}
      </Answer>
      <Answer
        title="Qué sigue"
        firstLine={
          update ? `${update.stage}${update.next_step ? `: ${update.next_step}` : ''}` : noNextStep(view)
        }
      >
        {update && (
          <p>
            <Badge tone="primary">{update.stage}</Badge>
          </p>
        )}
        <p dir="auto" className="text-body wrap-anywhere">
          {update?.next_step ?? noNextStep(view)}
        </p>
      </Answer>
      <Answer title="Cuándo sabrás más" firstLine={<PromiseText view={view} progress={progress} />}>
        <p className="text-body">
          <PromiseText view={view} progress={progress} />
        </p>
        {view.side === 'client' ? (
          <RequestUpdate view={view} progress={progress} />
        ) : (
          <ReminderText promisedOn={progress.promised_on} today={today} />
        )}
      </Answer>
    </div>
  )
}

const capitalized = (text: string) => text.replace(/^./u, (letter) => letter.toUpperCase())

const isWaiting = ({ status }: CaseView) => status === 'ingresado'
const isFinished = ({ status }: CaseView) => status === 'finalizado'

const isWithdrawn = ({ status }: CaseView) => status === 'retirado'

const withdrawnText = ({ republish_until }: CaseView) =>
  republish_until
    ? `Retiraste esta causa. Puedes volver a publicarla hasta el ${formatLongDate(republish_until)}.`
    : 'Retiraste esta causa.'

const noNextStep = (view: CaseView) =>
  isWithdrawn(view)
    ? withdrawnText(view)
    : isWaiting(view)
      ? 'Cuando aceptes la propuesta de un abogado, aquí verás el próximo paso.'
      : isFinished(view)
        ? 'La causa está terminada.'
        : view.side === 'client'
          ? MESSAGES.noNextStep
          : 'Aún no has escrito el próximo paso.'

interface AnswerProps {
  title: string
  count?: number
  /** On phones, while the answer is closed. */
  firstLine: ReactNode
  children: ReactNode
}

/** One of the four answers. On phones it shows one line and opens when pressed. */
function Answer({ title, count = 0, firstLine, children }: AnswerProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const badge = count > 0 && (
    <Badge tone="accent" className="ml-2">
      {count}
    </Badge>
  )
  return (
    <section className="border-line max-md:not-first:border-t md:p-6 md:pt-5">
      <h3 className="font-sans text-ui/5.5 font-semibold text-muted max-md:hidden">
        {title}
        {badge}
      </h3>
      <h3 className="font-sans md:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={classNames(
            isOpen ? 'min-h-14' : 'min-h-20',
            'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-2.75 text-left',
          )}
        >
          <span className="min-w-0">
            <span className="flex min-h-5 items-center text-small font-semibold text-muted">
              {title}
              {badge}
            </span>
            {!isOpen && (
              <span dir="auto" className="mt-px line-clamp-3 text-ui/5.25 font-medium wrap-anywhere text-ink">
                {firstLine}
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 text-muted', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div
        id={id}
        className={classNames(
          'grid-cols-[minmax(0,1fr)] justify-items-start gap-2.5 max-md:px-5 max-md:pb-4 md:mt-2.5 md:grid [&>ol]:w-full [&>ul]:w-[calc(100%+1.5rem)]',
          isOpen ? 'grid' : 'max-md:hidden',
        )}
      >
        {children}
      </div>
    </section>
  )
}

/** SEG-12: until when there will be news. */
function PromiseText({ view, progress: { promised_on: day } }: Omit<AnswersProps, 'needs'>) {
  const today = useToday()
  const isClient = view.side === 'client'
  if (isFinished(view)) return 'La causa está terminada.'
  if (isWithdrawn(view))
    return 'Cuando la publiques otra vez y un abogado la tome, te dirá cuándo habrá novedades.'
  if (isWaiting(view)) return 'Cuando un abogado tome tu causa, te dirá cuándo habrá novedades.'
  if (day === null) return isClient ? MESSAGES.noPromise : 'Aún no has indicado cuándo habrá novedades.'
  const time = (
    <time dateTime={day} className="font-semibold whitespace-nowrap">
      {formatLongDate(day)}
    </time>
  )
  if (dayNumber(day) < today)
    return (
      <>
        La fecha prometida era el {time}.{isClient && ' Ya le recordamos a tu abogado.'}
      </>
    )
  return (
    <>
      {view.lawyer?.name ?? DELETED_USER_NAME} prometió una novedad antes del {time}.
    </>
  )
}

const isoDayOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** SEG-13: when the lawyer is reminded next. */
function ReminderText({ promisedOn, today }: { promisedOn: string | null; today: number }) {
  if (promisedOn === null) return null
  const days = [-2, 0].map((days) => dayNumber(promisedOn) + days).filter((day) => day > today)
  if (days.length === 0) return null
  const texts = days.map((day) => `el ${formatDayAndMonth(isoDayOf(day))}`)
  return <p className="text-small text-muted">{`Te lo recordaremos ${texts.join(' y ')}, a las 09:00.`}</p>
}

/** SEG-14: «Pedir una novedad», with the day from which it can be pressed. */
function RequestUpdate({ view, progress: { request_from: from } }: Omit<AnswersProps, 'needs'>) {
  const today = useToday()
  const client = useQueryClient()
  const textId = useId()
  const { submit, pending, failure } = useSubmit(
    () => rpc<ProgressContract>('progress').request({ caseId: view.id }),
    {
      onDone(progress) {
        client.setQueryData(progressQueries().ofCase.queryKey({ input: { caseId: view.id } }), progress)
        toast({ kind: 'success', text: 'Le pedimos una novedad a tu abogado.' })
      },
    },
  )
  if (from === null) return null
  const isEarly = dayNumber(from) > today
  return (
    <>
      <Button
        size="sm"
        aria-disabled={isEarly}
        aria-describedby={isEarly || failure ? textId : undefined}
        pending={pending}
        pendingLabel="Pidiendo…"
        onClick={() => isEarly || void submit()}
        className={classNames(isEarly && 'cursor-not-allowed bg-sunken! text-muted!')}
      >
        Pedir una novedad
      </Button>
      {(isEarly || failure) && (
        <p
          id={textId}
          className={classNames('text-small', failure && !isEarly ? 'text-danger-ink' : 'text-muted')}
        >
          {isEarly ? requestFromText(from) : failure?.message}
        </p>
      )}
    </>
  )
}
