import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate, formatDayAndMonth } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { privacyQueries } from '../queries.ts'
import { overdueText } from '../request-rules.ts'
import { MESSAGES, type OwnRequest, STATE_LABELS } from '../schema.ts'
import { kindLabel, STATE_TONES } from './request-texts.ts'

/** «Tus solicitudes» of «Tus datos» (DAT-14). */
export function OwnRequests() {
  const options = privacyQueries().requests.queryOptions()
  const query = useQuery(options)
  useRefetchOn(['request'], options.queryKey)
  return (
    <Loaded query={query} failed={MESSAGES.partFailed} label="Cargando tus solicitudes…">
      {({ requests }) => (
        <Card flush>
          {requests.length === 0 ? (
            <p className="px-5 pt-4 text-ui text-muted md:px-6">
              No has hecho solicitudes. Puedes pedir que corrijamos o borremos un dato, u oponerte a un uso.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ul>
          )}
          <div className="px-5 py-4 md:px-6">
            <ButtonLink variant="primary" to="/mis-datos/solicitud">
              Hacer una solicitud
            </ButtonLink>
          </div>
        </Card>
      )}
    </Loaded>
  )
}

function RequestRow({ request }: { request: OwnRequest }) {
  const { id, number, kind, state, is_overdue } = request
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 py-4 md:px-6">
      <div>
        <p className="text-ui">
          <Link to={`/mis-datos/solicitud/${id}`} className="font-semibold tabular-nums">
            {number}
          </Link>
          {` · ${kindLabel(kind)}`}
        </p>
        <p className="text-small text-muted">{whenText(request)}</p>
        {is_overdue && <p className="text-small text-danger-ink">{overdueText(request.received_at)}</p>}
      </div>
      <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>
    </li>
  )
}

function whenText({ state, received_at, due_on, decided_at }: OwnRequest): string {
  if (decided_at === null)
    return `Recibida el ${formatDayAndMonth(received_at)}. Te responderemos a más tardar el ${formatDate(due_on)}.`
  return `${state === 'retirada' ? 'Retirada' : 'Respondida'} el ${formatDayAndMonth(decided_at)}.`
}
