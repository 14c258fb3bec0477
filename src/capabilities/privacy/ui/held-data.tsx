import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Eye } from 'lucide-react'
import { useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { isEmptyItem } from '../rules.ts'
import { type Held, type HeldGroup, type HeldItem, MESSAGES, type RevealInput } from '../schema.ts'

/** Groups that are open at first. */
const OPEN_GROUPS = 1

/** DAT-03: «Qué guardamos», with why, until when and who receives it. */
export function HeldData() {
  const query = useQuery(privacyQueries().held.queryOptions())
  return (
    <Loaded query={query} failed={MESSAGES.partFailed} label="Cargando lo que guardamos…">
      {({ groups, processors }) => (
        <div className="grid gap-4">
          <Card flush className="divide-y divide-line">
            {groups.map((group, at) => (
              <Group key={group.id} group={group} isOpen={at < OPEN_GROUPS} />
            ))}
          </Card>
          <Processors processors={processors} />
        </div>
      )}
    </Loaded>
  )
}

function Group({ group: { title, summary, items }, isOpen }: { group: HeldGroup; isOpen: boolean }) {
  return (
    <details className="group" open={isOpen}>
      <summary className="grid min-h-13 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-3 md:grid-cols-[minmax(0,1fr)_auto_auto] md:px-6 [&::-webkit-details-marker]:hidden">
        <h3 className="font-sans text-ui/6 font-semibold">{title}</h3>
        <span className="text-small text-muted max-md:col-start-1 max-md:row-start-2">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 text-muted transition-transform group-open:rotate-180 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1"
        />
      </summary>
      <div className="divide-y divide-line border-t border-line">
        <Items items={items} />
      </div>
    </details>
  )
}

/** What there is something of; the rest behind «Ver todo», because the list is long on a phone. */
function Items({ items }: Pick<HeldGroup, 'items'>) {
  const [showsAll, setShowsAll] = useState(false)
  const filled = items.filter((item) => !isEmptyItem(item))
  const shown = showsAll || filled.length === 0 ? items : filled
  return (
    <>
      {shown.map((item) => (
        <Item key={item.title} item={item} />
      ))}
      {shown.length < items.length && (
        <div className="px-5 py-2 md:px-6">
          <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
            {`Ver todo (${items.length - shown.length} más)`}
          </Button>
        </div>
      )}
    </>
  )
}

function Item({ item }: { item: HeldItem }) {
  const { title, count, masked, change } = item
  const amount = [count, masked?.text].filter(Boolean).join(' · ')
  return (
    <div className="px-5 py-4 md:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="font-sans text-ui font-semibold">{title}</h4>
        {amount && <span className="text-small text-muted tabular-nums">{amount}</span>}
      </div>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)] text-ui md:grid-cols-[8.75rem_minmax(0,1fr)]">
        <Fact name="Para qué" value={item.purpose} />
        <Fact name="Base legal" value={item.basis} />
        <Fact name="Hasta cuándo" value={item.period} />
        <Fact name="Quién lo recibe" value={item.recipients} />
        <Fact name="De dónde viene" value={item.origin} />
      </dl>
      {masked && <Reveal kind={masked.kind} />}
      {change && (
        <TextLink to={change.to} className="mt-2">
          {change.label}
        </TextLink>
      )}
    </div>
  )
}

/** «Mostrar»: the value, after «Confirma que eres tú». */
function Reveal({ kind }: RevealInput) {
  const [value, setValue] = useState<string | null>(null)
  const { submit, pending, failure } = useSubmit(() => rpc<PrivacyContract>('privacy').reveal({ kind }), {
    onDone: (answer) => setValue(answer.value),
  })
  if (value !== null)
    return (
      <p className="mt-2 text-ui tabular-nums" role="status">
        {kind === 'date' ? formatLongDate(value) : value}
      </p>
    )
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button size="sm" pending={pending} onClick={() => void submit()}>
        <Eye aria-hidden="true" className="size-4.5" />
        Mostrar
      </Button>
      {failure && (
        <Notice kind="danger" live>
          {failure.message}
        </Notice>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="pt-1.5 text-small text-muted md:pt-1 md:text-ui">{name}</dt>
      <dd className="md:pt-1">{value}</dd>
    </>
  )
}

function Processors({ processors }: Pick<Held, 'processors'>) {
  return (
    <Card>
      <h3 className="font-sans text-ui font-semibold">Quién trabaja con tus datos por encargo</h3>
      {processors.length === 0 ? (
        <p className="mt-1 text-ui text-muted">Nadie más: todo queda en la máquina de Amparo.</p>
      ) : (
        <ul className="mt-1 grid gap-1 text-ui">
          {processors.map(({ name, task, country }) => (
            <li key={`${name} ${task}`}>
              {task}: <span className="wrap-anywhere">{name}</span>. {country}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
