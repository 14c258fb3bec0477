import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { CalendarContract } from '../contract.ts'
import { calendarQueries } from '../queries.ts'
import { type FeedState, MESSAGES } from '../schema.ts'

const loadDialog = () => import('../../../site/forms/submit-dialog.tsx')

/** SEG-29, SEG-30: the address for the user's own calendar program. */
export function CalendarCard() {
  const query = useQuery(calendarQueries().feed.queryOptions())
  const [url, setUrl] = useState<string | null>(null)
  return (
    <section aria-labelledby="calendario">
      <Card>
        <h2 id="calendario" className="text-h4">
          Tu calendario
        </h2>
        <p className="mt-2 mb-4 max-w-[60ch] text-ui text-muted">
          Tareas, documentos y novedades prometidas, con títulos neutros. Google puede tardar hasta un día en
          mostrar cambios.
        </p>
        <Loaded query={query} failed={MESSAGES.failed} label="Cargando tu calendario…">
          {({ feed }) =>
            feed ? (
              <Subscribed feed={feed} url={url} onAddress={setUrl} />
            ) : (
              <SubscribeButton onAddress={setUrl} />
            )
          }
        </Loaded>
      </Card>
    </section>
  )
}

/** What the operations share: the answer goes into the cache. */
function useFeedState() {
  const client = useQueryClient()
  const queryKey = calendarQueries().feed.queryKey()
  return {
    api: rpc<CalendarContract>('calendar'),
    show: (state: FeedState) => client.setQueryData(queryKey, state),
    refetch: () => client.invalidateQueries({ queryKey }),
  }
}

function SubscribeButton({ onAddress }: { onAddress: (url: string) => void }) {
  const { api, refetch } = useFeedState()
  const { submit, pending, failure } = useSubmit(() => api.newAddress({}), {
    async onDone({ url }) {
      onAddress(url)
      await refetch()
    },
  })
  return (
    <>
      <Button pending={pending} pendingLabel="Creando tu dirección…" onClick={() => void submit()}>
        <CalendarPlus aria-hidden="true" className="size-4.5" />
        Suscribirme desde mi calendario
      </Button>
      {failure && (
        <Notice kind="danger" live className="mt-3">
          {failure.message}
        </Notice>
      )}
    </>
  )
}

function Subscribed({
  feed,
  url,
  onAddress,
}: {
  feed: NonNullable<FeedState['feed']>
  /** The address that was made on this page; it is shown once. */
  url: string | null
  onAddress: (url: string | null) => void
}) {
  const { api, show, refetch } = useFeedState()
  const change = useLazyDialog(loadDialog, (module) => module.SubmitDialog<{ url: string }>)
  const revoke = useLazyDialog(loadDialog, (module) => module.SubmitDialog<FeedState>)
  /** What the box shows until the answer comes. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const names = useSubmit((with_names: boolean) => api.showNames({ with_names }), {
    onDone: show,
    onShown: () => void refetch(),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {url ? (
        <NewAddress url={url} />
      ) : (
        <p className="text-ui">Tienes una dirección desde el {formatLongDate(feed.created_at)}.</p>
      )}
      <Checkbox
        label="Mostrar nombres de causas y personas"
        hint="Quien vea tu calendario los podrá leer."
        checked={wanted ?? feed.with_names}
        onChange={(event) => {
          if (names.pending) return
          setWanted(event.target.checked)
          void names.submit(event.target.checked).then(() => setWanted(null))
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" pending={change.pending} onClick={change.show}>
          Cambiar dirección
        </Button>
        <Button size="sm" variant="danger" pending={revoke.pending} onClick={revoke.show}>
          Revocar
        </Button>
      </div>
      {change.render({
        title: '¿Cambiar la dirección?',
        description: 'La dirección de ahora deja de funcionar, y tendrás que suscribirte con la nueva.',
        confirmText: 'Cambiar dirección',
        send: () => api.newAddress({}),
        async onDone(made) {
          onAddress(made.url)
          await refetch()
        },
      })}
      {revoke.render({
        title: '¿Revocar la dirección?',
        description: 'Tu calendario deja de recibir cambios. Podrás crear otra dirección.',
        confirmText: 'Revocar',
        danger: true,
        send: () => api.revoke({}),
        onDone(state) {
          onAddress(null)
          show(state)
        },
      })}
    </div>
  )
}

function NewAddress({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ kind: 'success', text: 'Dirección copiada.' }),
      // Without permission the person can still copy it from the field.
      () => field.current?.select(),
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Notice kind="info" live>
        Copia esta dirección y agrégala en tu calendario, como suscripción desde una URL. Se muestra una sola
        vez, y quien la tenga puede ver tus fechas.
      </Notice>
      <div className="flex items-end gap-2.5 max-md:flex-col max-md:items-stretch">
        <TextField
          ref={field}
          label="Dirección de tu calendario"
          className="flex-1"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" onClick={() => void copy()}>
          Copiar
        </Button>
      </div>
    </div>
  )
}
