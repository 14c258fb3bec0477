import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useUploadOnce } from '../../../site/forms/use-upload-once.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { isOpen, overdueText } from '../request-rules.ts'
import { MESSAGES, type RequestView, STATE_LABELS } from '../schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { AskedFacts, Fact, RequestTitle, SentMessages } from './request-facts.tsx'
import { kindLabel, STATE_TONES } from './request-texts.ts'

/** /mis-datos/solicitud/{id} (DAT-14): state, dates and all that was sent. */
export function OwnRequestPage({ requestId }: { requestId: string }) {
  const options = privacyQueries().request.queryOptions({ input: { requestId } })
  const query = useQuery(options)
  useRefetchOn(['request'], options.queryKey, { isRelevant: ({ ref }) => ref === requestId })
  return (
    <>
      <TextLink to="/mis-datos#solicitudes" className="mt-6 text-muted">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Volver a tus datos
      </TextLink>
      <Loaded
        query={query}
        level="h1"
        failed="No pudimos cargar la solicitud."
        label="Cargando tu solicitud…"
      >
        {(request) => <Request request={request} />}
      </Loaded>
    </>
  )
}

function Request({ request }: { request: RequestView }) {
  const { number, kind, state, received_at, due_on, decided_at, is_overdue } = request
  const sent = useRef<HTMLHeadingElement>(null)
  // The button of «Retirar solicitud» is gone then, and the focus with it.
  const shownState = useRef(state)
  useEffect(() => {
    const isNew = shownState.current !== state
    shownState.current = state
    if (isNew && state === 'retirada' && document.activeElement === document.body) sent.current?.focus()
  }, [state])
  return (
    <div className="max-w-180 pb-14 md:pb-18">
      <PageHeading
        title={<RequestTitle number={number} />}
        text={kindLabel(kind)}
        actions={<Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>}
      />
      <div className="grid gap-6">
        {is_overdue && <Notice kind="danger">{overdueText(received_at)}</Notice>}
        {state === 'identidad' && <IdentityForm request={request} />}
        <Card className="py-2.5! md:py-3!">
          <dl>
            <Fact name="Recibida">{formatDate(received_at)}</Fact>
            {decided_at === null ? (
              <Fact name="Respuesta">{`A más tardar el ${formatDate(due_on)}`}</Fact>
            ) : (
              <Fact name={state === 'retirada' ? 'Retirada' : 'Respondida'}>{formatDate(decided_at)}</Fact>
            )}
            <AskedFacts request={request} />
          </dl>
        </Card>
        <section aria-labelledby="enviado">
          <h2 ref={sent} id="enviado" tabIndex={-1} className="mb-3 text-h4 outline-none">
            Lo que se envió
          </h2>
          <SentMessages request={request} />
        </section>
        {isOpen(state) && <WithdrawButton request={request} />}
        {!isOpen(state) && request.block === 'vigente' && <EndBlockButton request={request} />}
      </div>
    </div>
  )
}

function WithdrawButton({ request }: { request: RequestView }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(
    () => import('./withdraw-dialog.tsx'),
    (module) => module.WithdrawDialog,
  )
  return (
    <div>
      <Button ref={button} pending={dialog.pending} onClick={dialog.show}>
        Retirar solicitud
      </Button>
      {dialog.render({ request, finalFocus: button })}
    </div>
  )
}

function EndBlockButton({ request }: { request: RequestView }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(
    () => import('./end-block-dialogs.tsx'),
    (module) => module.EndBlockDialog,
  )
  return (
    <div>
      <Button ref={button} pending={dialog.pending} onClick={dialog.show}>
        Quitar el bloqueo
      </Button>
      {dialog.render({ request, finalFocus: button })}
    </div>
  )
}

/** DAT-13 «Confirma tu identidad». */
function IdentityForm({ request: { id } }: { request: RequestView }) {
  const [files, setFiles] = useState<File[]>([])
  const [missing, setMissing] = useState(false)
  const { upload, forget } = useUploadOnce()
  const client = useQueryClient()
  const send = async (file: File) =>
    rpc<PrivacyContract>('privacy').proveIdentity({ requestId: id, fileKey: await upload('evidencia', file) })
  const { submit, pending, failure } = useSubmit(send, {
    onDone: (request) =>
      client.setQueryData(privacyQueries().request.queryKey({ input: { requestId: id } }), request),
    onFailure: (failed) => (failed.status === 0 ? MESSAGES.offline : failureTextOf(failed)),
    onShown: () => files.forEach(forget),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const [file] = files
    setMissing(!file)
    if (file) void submit(file)
  }
  return (
    <Card>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <h2 className="text-h4">Confirma tu identidad</h2>
        <EvidenceField
          label="Foto de tu cédula, con la foto y el número de documento tapados"
          hint="PDF, JPG o PNG de hasta 10 MB."
          files={files}
          max={1}
          error={missing ? 'Adjunta tu cédula.' : failure?.message}
          onChange={(next) => {
            setMissing(false)
            setFiles(next)
          }}
        />
        <SubmitButton pending={pending} className="md:justify-self-start">
          Enviar
        </SubmitButton>
      </form>
    </Card>
  )
}
