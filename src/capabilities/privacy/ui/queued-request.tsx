import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { privacyQueries } from '../queries.ts'
import { dueText, isOpen } from '../request-rules.ts'
import { MESSAGES, type QueuedRequestView, STATE_LABELS } from '../schema.ts'
import { AskedFacts, Fact, SentMessages } from './request-facts.tsx'
import { grantText, kindLabel, STATE_TONES } from './request-texts.ts'
import { VisitorFacts } from './visitor-facts.tsx'
import { VisitorMatches } from './visitor-matches.tsx'

/** A request as administrators see it. Loading it records the look, so it is loaded once. */
export function QueuedRequestPanel({ requestId, now }: { requestId: string; now: Date }) {
  const query = useQuery({
    ...privacyQueries().openRequest.queryOptions({ input: { requestId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <section aria-labelledby="solicitud" className="flex min-w-0 flex-col">
      <TextLink to="/admin/solicitudes" className="px-5 pt-3 text-muted lg:hidden">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Todas las solicitudes
      </TextLink>
      <Loaded query={query} level="h2" failed="No pudimos abrir la solicitud." className="p-5 md:p-6">
        {(request) => <Panel request={request} now={now} />}
      </Loaded>
    </section>
  )
}

function Panel({ request, now }: { request: QueuedRequestView; now: Date }) {
  const { number, kind, state, person, received_at, due_on, decided_at, current_value, visitor } = request
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isWaiting = isOpen(state)
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-2 md:px-7">
        <h2 ref={heading} id="solicitud" tabIndex={-1} className="text-[1.0625rem]/6 outline-none">
          {kindLabel(kind)}
        </h2>
        <span className="text-small text-muted tabular-nums">{number}</span>
      </div>
      <div className="grid flex-1 content-start gap-6 px-5 py-4 md:px-7">
        <dl className="max-w-190">
          <Fact name="Persona">{visitor ? `${person} · ${visitor.email}` : person}</Fact>
          {visitor && <VisitorFacts visitor={visitor} />}
          <Fact name="Recibida">{formatDate(received_at)}</Fact>
          {decided_at === null ? (
            <Fact name="Vence">
              <b>{`${formatDate(due_on)}. ${dueText(due_on, now)}.`}</b>
            </Fact>
          ) : (
            <Fact name="Estado">
              <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge> {formatDate(decided_at)}
            </Fact>
          )}
          <AskedFacts request={request}>
            {current_value && (
              <Fact name={isWaiting ? 'Dice' : 'Decía'}>
                <del className="rounded-s bg-danger-soft px-1 text-danger-ink">{current_value}</del>
              </Fact>
            )}
          </AskedFacts>
        </dl>
        {visitor && isWaiting && !request.is_own && <VisitorMatches requestId={request.id} />}
        <div className="max-w-190">
          <h3 className="mb-2 font-sans text-ui font-semibold">Lo que se envió</h3>
          <SentMessages request={request} forTeam />
        </div>
      </div>
      {isWaiting && <Effect request={request} />}
      {isWaiting && (request.is_own ? <OwnNotice /> : <Actions request={request} />)}
      {!isWaiting && request.block === 'vigente' && !request.is_own && <LiftBlock request={request} />}
      <p className="flex items-start gap-2.5 border-t border-line bg-paper px-5 py-3 text-small text-muted md:px-7">
        <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {visitor
          ? 'Esta vista queda en el registro.'
          : 'Esta vista queda en el registro y la persona la verá en «Quién vio tus datos».'}
      </p>
    </>
  )
}

const NO_EFFECT =
  'Al aceptar, el sistema no cambia nada por sí solo: haz primero lo que se pide y escribe qué se hizo.'

/** DAT-17: what granting does. */
function Effect({ request: { effect, needs_done } }: { request: QueuedRequestView }) {
  if (effect === null && !needs_done) return null
  return <Notice className="mx-5 mb-4 md:mx-7">{effect ?? NO_EFFECT}</Notice>
}

function LiftBlock({ request }: { request: QueuedRequestView }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(
    () => import('./end-block-dialogs.tsx'),
    (module) => module.LiftBlockDialog,
  )
  return (
    <div className="border-t border-line px-5 py-4 md:px-7">
      <Button ref={button} pending={dialog.pending} onClick={dialog.show}>
        Levantar el bloqueo
      </Button>
      {dialog.render({ request, finalFocus: button })}
    </div>
  )
}

const OwnNotice = () => (
  <Notice kind="accent" className="mx-5 mb-4 md:mx-7">
    {MESSAGES.ownAccount}
  </Notice>
)

const loadDialogs = () => import('./answer-dialogs.tsx')

function Actions({ request }: { request: QueuedRequestView }) {
  const { can_extend, state, identity_lapsed, messages, missing_proof } = request
  const grant = useLazyDialog(loadDialogs, (module) => module.GrantDialog)
  const refuse = useLazyDialog(loadDialogs, (module) => module.RefuseDialog)
  const extend = useLazyDialog(loadDialogs, (module) => module.ExtendDialog)
  const identity = useLazyDialog(loadDialogs, (module) => module.IdentityDialog)
  const isAsked = messages.some(({ kind }) => kind === 'identity')
  const isWaiting = state === 'identidad'
  return (
    <div className="flex flex-wrap gap-2.5 border-t border-line px-5 py-4 max-md:*:flex-auto md:px-7">
      {missing_proof && <p className="w-full text-ui text-muted">{missing_proof}</p>}
      {!isWaiting && missing_proof === null && (
        <Button variant="primary" pending={grant.pending} onClick={grant.show}>
          {grantText(request)}
        </Button>
      )}
      {can_extend && (
        <Button pending={extend.pending} onClick={extend.show}>
          Ampliar el plazo
        </Button>
      )}
      {!isAsked && !isWaiting && (
        <Button pending={identity.pending} onClick={identity.show}>
          Pedir identidad
        </Button>
      )}
      {(!isWaiting || identity_lapsed) && (
        <Button pending={refuse.pending} onClick={refuse.show}>
          {request.kind === 'bloquear' ? 'Levantar con motivo' : 'Rechazar con motivo'}
        </Button>
      )}
      {isWaiting && !identity_lapsed && <p className="text-ui text-muted">{MESSAGES.notYetLapsed}</p>}
      {grant.render({ request })}
      {refuse.render({ request })}
      {extend.render({ request })}
      {identity.render({ request })}
    </div>
  )
}
