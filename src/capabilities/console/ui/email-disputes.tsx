import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import type { ConsoleContract } from '../contract.ts'
import { consoleQueries } from '../queries.ts'
import { type EmailDispute, MESSAGES } from '../schema.ts'

/**
 * DAT-55: the disputed changes of address that wait for a decision, above the requests. Nothing of a person is loaded before
 * «Abrir», which is a look. Without any it is not there.
 */
export function EmailDisputes() {
  const { emailDisputes, counts } = consoleQueries()
  const query = useQuery(emailDisputes.queryOptions())
  const client = useQueryClient()
  useRefetchOn(['notice'], emailDisputes.queryKey())
  if (query.isError && !query.data)
    return (
      <Notice
        kind="danger"
        live
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Reintentar
          </Button>
        }
      >
        {MESSAGES.disputesFailed}
      </Notice>
    )
  const disputes = query.data?.disputes ?? []
  if (disputes.length === 0) return null
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: emailDisputes.key() }),
      client.invalidateQueries({ queryKey: counts.key() }),
    ])
  return (
    <section aria-labelledby="email-disputes" className="grid gap-3">
      <div className="flex items-center gap-2">
        <h2 id="email-disputes" className="text-h3">
          Cambios de correo en disputa
        </h2>
        {/* With those of the requests below, the figure of the tab. */}
        <CountBadge calm value={disputes.length} label="en disputa" />
      </div>
      {disputes.map(({ id, claimedAt }) => (
        <Dispute key={id} id={id} claimedAt={claimedAt} onDecided={reload} />
      ))}
    </section>
  )
}

function Dispute({ id, claimedAt, onDecided }: { id: string; claimedAt: Date; onDecided(): unknown }) {
  const [opened, setOpened] = useState<EmailDispute>()
  const { submit, pending, failure } = useSubmit(
    () => rpc<ConsoleContract>('console').openEmailDispute({ id }),
    { onDone: setOpened, toast: null },
  )
  return (
    <Card flush>
      <CardHead
        title={opened ? opened.name : 'Cuenta detenida'}
        end={
          <span className="text-small text-muted">Desde el {formatLongDate(claimedAt.toISOString())}</span>
        }
      />
      <div aria-live="polite">
        {opened ? (
          <Opened dispute={opened} onDecided={onDecided} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 md:px-6">
            <p className="text-small text-muted">Abrirlo queda en el registro y la persona lo verá.</p>
            <Button size="sm" pending={pending} pendingLabel="Abriendo…" onClick={() => void submit()}>
              <Eye aria-hidden="true" />
              Abrir
            </Button>
          </div>
        )}
        {failure && (
          <Notice kind="danger" live className="m-4">
            {failure.message}
          </Notice>
        )}
      </div>
    </Card>
  )
}

const facts =
  'grid grid-cols-[8.25rem_minmax(0,1fr)] px-5 text-ui md:grid-cols-[12rem_minmax(0,1fr)] md:px-6 [&>*]:py-2.25 [&>*:nth-child(n+3)]:border-t [&>*]:border-line [&>dd]:wrap-anywhere [&>dt]:text-muted'

function Opened({ dispute, onDecided }: { dispute: EmailDispute; onDecided(): unknown }) {
  const [keeps, setKeeps] = useState(true)
  const dialog = useLazyDialog(
    () => import('./email-decision-dialog.tsx'),
    (module) => module.EmailDecisionDialog,
  )
  const decide = (choice: boolean) => {
    setKeeps(choice)
    dialog.show()
  }
  const { id, oldEmail, newEmail, rut, askedAt, changedAt, isOwn } = dispute
  return (
    <>
      <dl className={facts}>
        <dt>Correo anterior</dt>
        <dd>{oldEmail}</dd>
        <dt>Correo nuevo</dt>
        <dd>{newEmail}</dd>
        {rut && (
          <>
            <dt>RUT</dt>
            <dd>{rut}</dd>
          </>
        )}
        <dt>Pedido</dt>
        <dd>{formatLongDate(askedAt.toISOString())}</dd>
        {changedAt && (
          <>
            <dt>Cambiado</dt>
            <dd>{formatLongDate(changedAt.toISOString())}</dd>
          </>
        )}
      </dl>
      <div className="grid gap-3 border-t border-line px-5 py-4 md:px-6">
        <p className="text-small text-muted">
          Decide solo si alguien mostró su identidad: tener uno de los correos no basta.
        </p>
        {isOwn ? (
          <Notice>Es tu propia cuenta: decide otra persona del equipo.</Notice>
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button size="sm" pending={dialog.pending && keeps} onClick={() => decide(true)}>
              Mantener el correo nuevo
            </Button>
            <Button size="sm" pending={dialog.pending && !keeps} onClick={() => decide(false)}>
              Volver al correo anterior
            </Button>
          </div>
        )}
      </div>
      {dialog.render({ id, keeps, onDecided }, String(keeps))}
    </>
  )
}
