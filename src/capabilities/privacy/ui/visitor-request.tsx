import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useUploadOnce } from '../../../site/forms/use-upload-once.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { isOpen, overdueText } from '../request-rules.ts'
import { MAX_REQUEST_FILES, MESSAGES, STATE_LABELS } from '../schema.ts'
import { VISITOR_MESSAGES, type VisitorRequestView } from '../visitor-schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { AskedFacts, Fact, RequestTitle, SentMessages } from './request-facts.tsx'
import { kindLabel, STATE_TONES } from './request-texts.ts'
import { VisitorFacts } from './visitor-facts.tsx'

const queryOf = (token: string) => privacyQueries().openVisitorRequest.queryOptions({ input: { token } })

/** /solicitud-de-datos/seguimiento (DAT-25): what the secret of the mailed link opens. */
export function VisitorRequestPage() {
  // The secret is after «#», so only the browser has it.
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  if (token === '') return <Unopened text={VISITOR_MESSAGES.linkIncomplete} />
  if (token === null)
    return (
      <>
        <PageHeading title="Tu solicitud" />
        <SkeletonRows label="Cargando tu solicitud…" />
      </>
    )
  return <Opened key={token} token={token} />
}

const Unopened = ({ text }: { text: string }) => (
  <div className="max-w-160 pb-14">
    <PageHeading title="Tu solicitud" />
    <Notice kind="danger" live>
      {text}
    </Notice>
    <p className="mt-6">
      <TextLink to="/solicitud-de-datos">Hacer una solicitud nueva</TextLink>
    </p>
  </div>
)

function Opened({ token }: { token: string }) {
  const query = useQuery({ ...queryOf(token), retry: false })
  const status = (query.error as { status?: number } | null)?.status
  if (!query.data && status === 404) return <Unopened text={VISITOR_MESSAGES.linkUnknown} />
  return (
    <Loaded query={query} level="h1" failed="No pudimos cargar la solicitud." label="Cargando tu solicitud…">
      {(request) => <Request token={token} request={request} />}
    </Loaded>
  )
}

interface RequestProps {
  token: string
  request: VisitorRequestView
}

function Request({ token, request }: RequestProps) {
  const { number, kind, state, received_at, due_on, decided_at, is_overdue, needs_proof } = request
  return (
    <div className="max-w-180 pb-14 md:pb-18">
      <PageHeading
        title={<RequestTitle number={number} />}
        text={kindLabel(kind)}
        actions={<Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>}
      />
      <div className="grid gap-6">
        {is_overdue && <Notice kind="danger">{overdueText(received_at)}</Notice>}
        {needs_proof && <ProofForm token={token} request={request} />}
        {state === 'identidad' && <IdentityForm token={token} />}
        <Card className="py-2.5! md:py-3!">
          <dl>
            <Fact name="Recibida">{formatDate(received_at)}</Fact>
            {decided_at === null ? (
              <Fact name="Respuesta">{`A más tardar el ${formatDate(due_on)}, a ${request.visitor.email}`}</Fact>
            ) : (
              <Fact name={state === 'retirada' ? 'Retirada' : 'Respondida'}>{formatDate(decided_at)}</Fact>
            )}
            <VisitorFacts visitor={request.visitor} />
            <AskedFacts request={request} />
          </dl>
        </Card>
        <section aria-labelledby="enviado">
          <h2 id="enviado" className="mb-3 text-h4">
            Lo que se envió
          </h2>
          <SentMessages request={request} />
        </section>
        {isOpen(state) && <WithdrawButton token={token} request={request} />}
        <p className="text-small text-muted">
          Guarda el correo que te enviamos: su enlace abre esta página. No lo compartas.
        </p>
      </div>
    </div>
  )
}

function useShow(token: string) {
  const client = useQueryClient()
  return (request: VisitorRequestView) => void client.setQueryData(queryOf(token).queryKey, request)
}

function WithdrawButton({ token, request }: RequestProps) {
  const button = useRef<HTMLButtonElement>(null)
  const show = useShow(token)
  const dialog = useLazyDialog(
    () => import('./withdraw-dialog.tsx'),
    (module) => module.WithdrawDialog,
  )
  return (
    <div>
      <Button ref={button} pending={dialog.pending} onClick={dialog.show}>
        Retirar solicitud
      </Button>
      {dialog.render({
        request,
        finalFocus: button,
        withdraw: async () => show(await rpc<PrivacyContract>('privacy').withdrawVisitorRequest({ token })),
      })}
    </div>
  )
}

/** Sends files with the secret of the link. */
function useFiles(token: string, send: (keys: string[]) => Promise<VisitorRequestView>) {
  const [files, setFiles] = useState<File[]>([])
  const [missing, setMissing] = useState(false)
  const { upload, forget } = useUploadOnce(token)
  const show = useShow(token)
  const { submit, pending, failure } = useSubmit(
    async () => {
      const keys: string[] = []
      for (const file of files) keys.push(await upload('evidencia', file))
      return send(keys)
    },
    {
      onDone: show,
      onFailure: (failed) => (failed.status === 0 ? MESSAGES.offline : failed.message),
      onShown: () => files.forEach(forget),
      forVisitors: true,
      toast: null,
    },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(files.length === 0)
    if (files.length > 0) void submit()
  }
  const onChange = (next: File[]) => {
    setMissing(false)
    setFiles(next)
  }
  return { files, pending, onSubmit, onChange, error: missing ? 'Adjunta el archivo.' : failure?.message }
}

/** DAT-25 «Confirma tu identidad». */
function IdentityForm({ token }: { token: string }) {
  const { onSubmit, pending, ...field } = useFiles(token, ([fileKey = '']) =>
    rpc<PrivacyContract>('privacy').proveVisitorIdentity({ token, fileKey }),
  )
  return (
    <Card>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <h2 className="text-h4">Confirma tu identidad</h2>
        <EvidenceField
          label="Foto de tu cédula, con la foto y el número de documento tapados"
          hint="PDF, JPG o PNG de hasta 10 MB. Se borra 30 días después de la respuesta."
          max={1}
          {...field}
        />
        <SubmitButton pending={pending} className="md:justify-self-start">
          Enviar
        </SubmitButton>
      </form>
    </Card>
  )
}

/** DAT-23: the proof of representation or death. */
function ProofForm({ token, request }: RequestProps) {
  const { onSubmit, pending, ...field } = useFiles(token, (fileKeys) =>
    rpc<PrivacyContract>('privacy').attachVisitorProof({ token, fileKeys }),
  )
  const isHeir = request.visitor.quality === 'heredero'
  return (
    <Card>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <h2 className="text-h4">Falta una prueba</h2>
        <EvidenceField
          label={
            isHeir
              ? 'Certificado de defunción y lo que prueba que eres heredero'
              : 'Poder o documento que te permite pedir por otra persona'
          }
          hint="Hasta 3 archivos PDF, JPG o PNG de 10 MB. Solo los ve quien responde."
          max={MAX_REQUEST_FILES}
          {...field}
        />
        <SubmitButton pending={pending} className="md:justify-self-start">
          Enviar
        </SubmitButton>
      </form>
    </Card>
  )
}
