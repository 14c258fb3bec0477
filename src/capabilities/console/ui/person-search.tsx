import { Eye } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '../../../chile/dates.ts'
import { formatPhone } from '../../../chile/phone.ts'
import { LOOK_PURPOSES } from '../../../platform/log/looks.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { Select } from '../../../ui/lists/select.tsx'
import type { ConsoleContract } from '../contract.ts'
import { type FoundPerson, findInput, type LookupKey, MESSAGES, type PersonCard } from '../schema.ts'
import { ROLE_NAMES, VERIFICATION_NAMES } from './words.ts'

const KEYS = [
  { value: 'email', label: 'Correo' },
  { value: 'rut', label: 'RUT' },
  { value: 'id', label: 'Identificador' },
]
const KEY_LABELS = { email: 'Correo exacto', rut: 'RUT', id: 'Identificador' } as const
export const PURPOSE_OPTIONS = Object.entries(LOOK_PURPOSES).map(([value, label]) => ({ value, label }))

const EMPTY = { by: 'email' as LookupKey, value: '', purpose: '', reference: '' }

/** DAT-62: «Personas»: an exact look-up, its masked answer, and the account behind it. */
export function PersonSearch() {
  const form = useRef<HTMLFormElement>(null)
  const [input, setInput] = useState(EMPTY)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [found, setFound] = useState<{
    person: FoundPerson | null
    purpose: string
    reference: string
  } | null>(null)
  const { submit, pending, failure } = useSubmit(rpc<ConsoleContract>('console').find, {
    onDone: ({ person }) => setFound({ person, purpose: input.purpose, reference: input.reference }),
    onFailure: ({ message, fields }) => {
      setProblems(fields)
      return message
    },
    toast: null,
  })
  const change = (part: Partial<typeof EMPTY>) => {
    setInput({ ...input, ...part })
    setProblems({})
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = findInput.safeParse(input)
    flushSync(() => setProblems(problemsOf(parsed)))
    if (!parsed.success) {
      focusFirstInvalid(form.current)
      return
    }
    setFound(null)
    void submit(parsed.data)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card>
        <form ref={form} method="post" noValidate onSubmit={handleSubmit} className="grid gap-5">
          <ErrorSummary problems={problems} />
          <Select
            label="Para qué la buscas"
            options={PURPOSE_OPTIONS}
            value={input.purpose || null}
            error={problems.purpose}
            onChange={(purpose) => change({ purpose })}
          />
          <TextField
            label="Referencia o motivo"
            hint="El número de la solicitud o del reporte, o por qué lo necesitas."
            autoComplete="off"
            value={input.reference}
            error={problems.reference}
            onChange={(event) => change({ reference: event.target.value })}
          />
          <RadioGroup
            label="Buscar por"
            look="pills"
            options={KEYS}
            value={input.by}
            onChange={(by) => change({ by: by as LookupKey, value: '' })}
          />
          <TextField
            label={KEY_LABELS[input.by]}
            type={input.by === 'email' ? 'email' : 'text'}
            autoComplete="off"
            spellCheck={false}
            value={input.value}
            error={problems.value}
            onChange={(event) => change({ value: event.target.value })}
          />
          {failure && Object.keys(failure.fields).length === 0 && (
            <Notice kind="danger" live>
              {failure.message}
            </Notice>
          )}
          <SubmitButton variant="primary" pending={pending} pendingLabel="Buscando…">
            Buscar
          </SubmitButton>
        </form>
      </Card>
      <div aria-live="polite">
        {found?.person && (
          <FoundCard
            key={found.person.id}
            person={found.person}
            reason={{ purpose: found.purpose, reference: found.reference }}
          />
        )}
        {found && !found.person && (
          <Card>
            <p>{MESSAGES.notFound}</p>
            <p className="mt-2 text-small text-muted">La búsqueda quedó en el registro.</p>
          </Card>
        )}
      </div>
    </div>
  )
}

const facts =
  'grid grid-cols-[7.25rem_minmax(0,1fr)] px-5 text-ui md:grid-cols-[10rem_minmax(0,1fr)] md:px-6 [&>*]:py-2.25 [&>*:nth-child(n+3)]:border-t [&>*]:border-line [&>dd]:wrap-anywhere [&>dt]:text-muted'

type Reason = Record<'purpose' | 'reference', string>

function FoundCard({ person, reason }: { person: FoundPerson; reason: Reason }) {
  const [opened, setOpened] = useState<PersonCard | null>(null)
  const { submit, pending, failure } = useSubmit(
    () => rpc<ConsoleContract>('console').open({ personId: person.id, ...(reason as FindReason) }),
    { onDone: setOpened, toast: null },
  )
  const { role, verification, isSuspended } = person
  return (
    <Card flush>
      <CardHead
        title={opened ? opened.name : person.name}
        end={<span className="text-small text-muted">{ROLE_NAMES[role]}</span>}
      />
      <dl className={facts}>
        <dt>Correo</dt>
        <dd>
          {opened ? opened.email : person.email}
          {opened && !opened.isEmailConfirmed && (
            <span className="block text-small text-muted">Sin confirmar</span>
          )}
        </dd>
        <dt>Estado</dt>
        <dd>
          {isSuspended ? 'Suspendida' : 'Activa'}
          {verification && (
            <span className="block text-small text-muted">{VERIFICATION_NAMES[verification]}</span>
          )}
        </dd>
        <dt>Desde</dt>
        <dd>{formatDate(person.since)}</dd>
        {opened && <OpenedFacts person={opened} />}
      </dl>
      <div className="grid gap-3 border-t border-line px-5 py-4 md:px-6">
        {failure && (
          <Notice kind="danger" live>
            {failure.message}
          </Notice>
        )}
        {opened ? (
          <p>
            <TextLink to={`/admin/registro?persona=${person.id}`}>Ver qué se hizo con esta cuenta</TextLink>
          </p>
        ) : (
          <div>
            <Button pending={pending} pendingLabel="Abriendo…" onClick={() => void submit()}>
              Abrir cuenta
            </Button>
          </div>
        )}
      </div>
      <p className="flex items-start gap-2 border-t border-line bg-sunken px-5 py-3 text-small text-muted md:px-6">
        <Eye aria-hidden="true" className="mt-0.5 size-4 flex-none" />
        Esta vista queda en el registro y la persona la verá en «Quién vio tus datos».
      </p>
    </Card>
  )
}

type FindReason = { purpose: keyof typeof LOOK_PURPOSES; reference: string }

const OpenedFacts = ({ person: { id, rut, phone, sessions } }: { person: PersonCard }) => (
  <>
    <dt>RUT</dt>
    <dd className="tabular-nums">{rut ?? 'Sin RUT'}</dd>
    <dt>Teléfono</dt>
    <dd className="tabular-nums">{phone ? formatPhone(phone) : 'Sin teléfono'}</dd>
    <dt>Sesiones abiertas</dt>
    <dd>{sessions}</dd>
    <dt>Identificador</dt>
    <dd className="text-small">{id}</dd>
  </>
)
