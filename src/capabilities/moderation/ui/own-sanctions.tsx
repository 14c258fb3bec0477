import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatLongDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import type { ModerationContract } from '../contract.ts'
import { moderationQueries } from '../queries.ts'
import { ruleText, SANCTION_NAMES } from '../rules.ts'
import {
  APPEAL_ANSWER_DAYS,
  MAX_TEXT,
  type Sanction,
  SUSPENSION_REVIEW_DAYS,
  sanctionTextInput,
} from '../schema.ts'
import { Fact, Facts } from './facts.tsx'

/** «Tu cuenta está suspendida» */
function headingOf(sanctions: readonly Sanction[]): { title: string; text: string } {
  const suspensions = sanctions.filter(({ kind }) => kind === 'suspender')
  if (suspensions.some(({ state }) => state === 'vigente'))
    return { title: 'Tu cuenta está suspendida', text: 'Puedes ver tus datos y apelar.' }
  const announced = suspensions.find(({ state }) => state === 'anunciada')
  if (announced)
    return {
      title: 'Tu cuenta será suspendida',
      text: `Empieza el ${formatLongDate(announced.starts_at)}. ${announced.answer ? 'Ya respondiste.' : 'Antes puedes responder.'}`,
    }
  if (sanctions.length === 0)
    return { title: 'Tu cuenta no está suspendida', text: 'No hay decisiones del equipo sobre tu cuenta.' }
  return { title: 'Decisiones sobre tu cuenta', text: 'Tu cuenta no está suspendida.' }
}

/** DAT-69, DAT-72: /cuenta-suspendida. */
export function OwnSanctions() {
  const options = moderationQueries().ownSanctions.queryOptions()
  const query = useQuery(options)
  useRefetchOn(['sanction', 'profile'], options.queryKey)
  return (
    <Loaded query={query} failed="No pudimos cargar esta página." level="h1" label="Cargando…">
      {({ sanctions }) => (
        <>
          <PageHeading {...headingOf(sanctions)} />
          <div className="grid max-w-170 gap-5">
            {sanctions.map((sanction) => (
              <SanctionCard key={sanction.id} sanction={sanction} />
            ))}
          </div>
          <p className="mt-8 flex flex-wrap gap-x-7 gap-y-3 text-ui">
            <TextLink to="/chat">Tus chats y causas</TextLink>
            <TextLink to="/mis-datos">Tus datos</TextLink>
            <TextLink to="/seguridad">Seguridad de tu cuenta</TextLink>
          </p>
        </>
      )}
    </Loaded>
  )
}

function untilText({ kind, state, ends_at, closed_at }: Sanction): string | null {
  if (state === 'retirada' || state === 'terminada') return `Terminó el ${formatDate(closed_at ?? '')}`
  if (kind !== 'suspender') return null
  return ends_at ? formatDate(ends_at) : `Sin fecha; la revisamos cada ${SUSPENSION_REVIEW_DAYS} días`
}

function SanctionCard({ sanction }: { sanction: Sanction }) {
  const { id, kind, state, rule, reason, urgent_reason, starts_at, closing_reason, answer, appeal } = sanction
  const until = untilText(sanction)
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <Card>
        <h2 id={id} className="mb-2 text-h4">
          {SANCTION_NAMES[kind]}
        </h2>
        <Facts>
          <Fact label="Motivo">{reason}</Fact>
          {urgent_reason && <Fact label="Por qué ya">{urgent_reason}</Fact>}
          <Fact label="Regla">
            {ruleText(rule)} · <Link to="/normas">Cómo cuidamos la comunidad</Link>
          </Fact>
          <Fact label="Desde">{formatDate(starts_at)}</Fact>
          {until && <Fact label="Hasta">{until}</Fact>}
          {closing_reason && <Fact label="Por qué terminó">{closing_reason}</Fact>}
          {answer && <Fact label="Tu respuesta">{answer}</Fact>}
          {appeal && <Fact label="Tu apelación">{appeal.text}</Fact>}
          {appeal?.decision && (
            <Fact label={appeal.state === 'revocada' ? 'Aceptada' : 'Rechazada'}>{appeal.decision}</Fact>
          )}
        </Facts>
        {appeal?.state === 'apelada' && (
          <Notice className="mt-4">
            Recibimos tu apelación. Te responderemos en {APPEAL_ANSWER_DAYS} días.
          </Notice>
        )}
      </Card>
      {state === 'anunciada' && !answer && (
        <TextForm
          id={id}
          operation="answer"
          title="Responder"
          text="Cuéntanos por qué no corresponde suspenderte. Lo leemos antes de que empiece."
          label="Tu respuesta"
        />
      )}
      {state === 'vigente' && !appeal && (
        <TextForm
          id={id}
          operation="appeal"
          title="Apelar"
          text={`Puedes apelar una vez. Te respondemos en ${APPEAL_ANSWER_DAYS} días; si el equipo es de más de una persona, responde otra.`}
          label="¿Por qué crees que hay un error?"
        />
      )}
    </section>
  )
}

interface TextFormProps {
  id: string
  operation: 'answer' | 'appeal'
  title: string
  text: string
  label: string
}

function TextForm({ id, operation, title, text, label }: TextFormProps) {
  const client = useQueryClient()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = { id, text: value }
  const { submit, pending, failure } = useSubmit(
    () => rpc<ModerationContract>('moderation')[operation](input),
    { onDone: () => client.invalidateQueries({ queryKey: moderationQueries().ownSanctions.key() }) },
  )
  return (
    <Card>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const found = problemsOf(sanctionTextInput.safeParse(input)).text
          setProblem(found)
          if (!found) void submit()
        }}
      >
        <h3 className="text-h4">{title}</h3>
        <p className="mt-1.5 mb-4 text-ui">{text}</p>
        <TextArea
          label={label}
          limit={MAX_TEXT}
          value={value}
          error={problem ?? failure?.fields.text}
          onChange={(event) => {
            setValue(event.target.value)
            setProblem(undefined)
          }}
        />
        {failure && !failure.fields.text && (
          <Notice kind="danger" live className="mt-4">
            {failure.message}
          </Notice>
        )}
        <Button type="submit" variant="primary" className="mt-4" pending={pending}>
          {title}
        </Button>
      </form>
    </Card>
  )
}
