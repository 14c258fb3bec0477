import { Eye } from 'lucide-react'
import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { fullTime } from '../../chat/ui/chat-times.ts'
import type { ModerationContract } from '../contract.ts'
import { ruleText } from '../rules.ts'
import { liftInput, MAX_REASON, MESSAGES, type OpenedSanction, SUSPENSION_REVIEW_DAYS } from '../schema.ts'
import { Fact, Facts } from './facts.tsx'
import { Failed } from './failed.tsx'
import type { DetailProps } from './report-detail.tsx'

/** DAT-70, DAT-72: an announcement with its answer, a suspension or an appeal, in the queue. */
export function SanctionDetail({ id, title, heading, refresh }: DetailProps & { id: string; title: string }) {
  const [opened, setOpened] = useState<OpenedSanction>()
  const open = useSubmit(() => rpc<ModerationContract>('moderation').openSanction({ id }), {
    onDone: setOpened,
  })
  return (
    <section aria-labelledby="medida" className="min-w-0">
      <div className="flex min-h-14 items-center border-b border-line px-5 md:px-6">
        <h2 ref={heading} id="medida" tabIndex={-1} className="text-[1.0625rem]/6 outline-none">
          {title}
        </h2>
      </div>
      <div className="px-5 py-3 md:px-6">
        {opened ? (
          <Facts>
            <Fact label="Sobre">{`${opened.about.name}, ${opened.about.role}`}</Fact>
            <Fact label="Regla">{ruleText(opened.rule)}</Fact>
            <Fact label="Motivo">{opened.reason}</Fact>
            {opened.urgent_reason && <Fact label="Riesgo grave">{opened.urgent_reason}</Fact>}
            <Fact label="Desde">{fullTime(opened.starts_at)}</Fact>
            {opened.ends_at && <Fact label="Hasta">{fullTime(opened.ends_at)}</Fact>}
            {opened.answer && <Fact label="Su respuesta">{opened.answer}</Fact>}
            {opened.appeal && <Fact label="Su apelación">{opened.appeal.text}</Fact>}
          </Facts>
        ) : (
          <div className="grid justify-items-start gap-3 py-2">
            <Button variant="primary" pending={open.pending} onClick={() => void open.submit()}>
              Leer
            </Button>
            {open.failure && <Failed text={open.failure.message} />}
          </div>
        )}
      </div>
      {opened && <Answer sanction={opened} refresh={refresh} />}
      <p className="flex items-start gap-2 border-t border-line bg-paper px-5 py-3 text-small text-muted md:px-6">
        <Eye aria-hidden="true" className="mt-0.5 size-4" />
        Esta vista queda en el registro y la persona la verá en «Quién vio tus datos».
      </p>
    </section>
  )
}

function Answer({ sanction, refresh }: { sanction: OpenedSanction; refresh(): Promise<void> }) {
  const { id, kind, state, ends_at, appeal, needs_other } = sanction
  const calls = rpc<ModerationContract>('moderation')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isAppeal = appeal?.state === 'apelada'
  const { submit, pending, failure } = useSubmit(
    (action: 'lift' | 'keep' | 'confirm' | 'revoke') => {
      if (action === 'keep') return calls.keep({ id })
      if (action === 'lift') return calls.lift({ id, reason })
      return calls.decideAppeal({ id, reason, revokes: action === 'revoke' })
    },
    {
      onShown: ({ fields }) => setProblem(fields.reason),
      onDone() {
        toast({ kind: 'success', text: 'Decisión registrada.' })
        return refresh()
      },
    },
  )
  const send = (action: 'lift' | 'confirm' | 'revoke') => {
    const found = problemsOf(liftInput.safeParse({ id, reason })).reason
    setProblem(found)
    if (!found) void submit(action)
  }
  if (isAppeal && needs_other)
    return <p className="px-5 pb-5 text-ui text-muted md:px-6">{MESSAGES.otherAdmin}</p>
  return (
    <>
      <div className="grid gap-3 px-5 pb-5 md:px-6">
        <TextArea
          label="Motivo"
          hint="Al menos 20 caracteres. Lo leerá la persona."
          limit={MAX_REASON}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.target.value)
            setProblem(undefined)
          }}
        />
        {failure && !failure.fields.reason && <Failed text={failure.message} />}
      </div>
      <div className="flex flex-wrap gap-2.5 border-t border-line px-5 py-4 max-md:[&>button]:w-full md:px-6">
        {isAppeal ? (
          <>
            <Button variant="primary" pending={pending} onClick={() => send('revoke')}>
              Aceptar la apelación
            </Button>
            <Button pending={pending} onClick={() => send('confirm')}>
              Mantener la decisión
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" pending={pending} onClick={() => send('lift')}>
              {state === 'anunciada' ? 'Retirar el anuncio' : 'Levantar la suspensión'}
            </Button>
            {kind === 'suspender' && state === 'vigente' && ends_at === null && (
              <Button pending={pending} onClick={() => void submit('keep')}>
                Mantenerla otros {SUSPENSION_REVIEW_DAYS} días
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
