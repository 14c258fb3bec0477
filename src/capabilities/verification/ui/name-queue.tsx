import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { type SubmitOptions, useSubmit } from '../../../site/forms/use-submit.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import { MAX_REASON_LENGTH, MESSAGES, type PendingNames as Names } from '../schema.ts'
import { formatMoment } from './waiting.ts'

/** «Nombres por confirmar» (H-03): new names of verified lawyers, without the badge until confirmed. */
export function NameQueue({ now }: { now: Date }) {
  const queries = verificationQueries()
  const query = useQuery(queries.names.queryOptions())
  return (
    <PanelList
      title="Nombres por confirmar"
      query={query}
      failed="No se pudieron cargar los nombres."
      empty="Aquí aparecen los abogados verificados que cambian su nombre."
    >
      {(item) => <NameRow key={`${item.lawyerId} ${item.name}`} item={item} now={now} />}
    </PanelList>
  )
}

function NameRow({ item, now }: { item: Names['items'][number]; now: Date }) {
  const { lawyerId, name, before, changedAt, alike } = item
  const api = rpc<VerificationContract>('verification')
  const client = useQueryClient()
  const [reason, setReason] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const field = useId()
  const refetchNames = () => client.invalidateQueries({ queryKey: verificationQueries(api).names.key() })
  const decisionOptions = (title: string): SubmitOptions<{ name: string }> => ({
    onDone(decided) {
      toast({ kind: 'success', title, text: decided.name })
      return refetchNames()
    },
    onFailure(failure) {
      setProblem(failure.fields.reason)
      if (failure.status === 409) void refetchNames()
      return failure.fields.reason ? null : failureTextOf(failure)
    },
  })
  const confirm = useSubmit(api.confirmName, decisionOptions('Nombre confirmado'))
  const restoreName = useSubmit(api.returnName, decisionOptions('Nombre devuelto'))
  const busy = confirm.pending || restoreName.pending
  const send = () => {
    if (!reason?.trim()) return setProblem(MESSAGES.reasonMissing)
    setProblem(undefined)
    void restoreName.submit({ lawyerId, name, reason })
  }
  return (
    <li className="grid gap-3 px-5 py-4 text-ui md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-small text-muted wrap-anywhere">
            {before === null ? 'Sin nombre confirmado' : `Antes: ${before}`}
            {changedAt && ` · ${formatMoment(changedAt, now)}`}
          </p>
          {alike > 0 && (
            <p className="mt-1 text-small font-medium text-accent-ink">
              {alike === 1
                ? 'Otro abogado verificado se llama igual.'
                : `Otros ${alike} abogados verificados se llaman igual.`}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {before !== null && reason === null && (
            <Button size="sm" disabled={busy} onClick={() => setReason('')}>
              Devolver
              <span className="sr-only">{` a ${name}`}</span>
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            pending={confirm.pending}
            pendingLabel="Confirmando…"
            disabled={restoreName.pending}
            onClick={() => confirm.submit({ lawyerId, name })}
          >
            Confirmar
            <span className="sr-only">{` a ${name}`}</span>
          </Button>
        </div>
      </div>
      {reason !== null && (
        <div className="grid gap-3">
          <TextArea
            id={field}
            label="Por qué no se confirma"
            hint="Vuelve el nombre anterior, y el abogado recibe este motivo por correo."
            rows={2}
            limit={MAX_REASON_LENGTH}
            required
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={busy} onClick={() => setReason(null)}>
              Cancelar
            </Button>
            <Button
              size="sm"
              variant="danger"
              pending={restoreName.pending}
              pendingLabel="Devolviendo…"
              onClick={send}
            >
              Devolver nombre
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
