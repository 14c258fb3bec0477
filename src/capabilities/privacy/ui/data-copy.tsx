import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { type CopyState, MESSAGES } from '../schema.ts'

/** DAT-05, DAT-08: «Descargar». */
export function DataCopy() {
  const options = privacyQueries().copy.queryOptions()
  const query = useQuery(options)
  const [isRequested, setRequested] = useState(false)
  useRefetchOn(['copy'], options.queryKey)
  return (
    <Loaded query={query} failed={MESSAGES.partFailed} label="Cargando tu copia…">
      {({ copy }) => (
        <Card flush className="divide-y divide-line">
          {copy && <CopyLine copy={copy} takesFocus={isRequested} />}
          <NewCopy state={copy?.state ?? null} onRequested={() => setRequested(true)} />
        </Card>
      )}
    </Loaded>
  )
}

type Copy = NonNullable<CopyState['copy']>

const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-4 md:px-6'

const sizeText = (bytes: number) =>
  `${new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 }).format(Math.max(bytes / 1e6, 0.1))} MB`

const missingText = (count: number) =>
  count === 1 ? '1 archivo no se pudo incluir.' : `${count} archivos no se pudieron incluir.`

/** @param props.takesFocus instead of the button that is gone */
function Preparing({ takesFocus }: { takesFocus: boolean }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) line.current?.focus()
  }, [takesFocus])
  return (
    <p ref={line} tabIndex={-1} role="status" className={classNames(row, 'outline-none')}>
      {MESSAGES.preparing}
    </p>
  )
}

function CopyLine({ copy, takesFocus }: { copy: Copy; takesFocus: boolean }) {
  const { state, expires_at, bytes, missing_files } = copy
  if (state === 'pedida' || state === 'preparando') return <Preparing takesFocus={takesFocus} />
  if (state === 'fallida')
    return (
      <p role="alert" className={row}>
        {MESSAGES.copyFailed}
      </p>
    )
  if (state === 'vencida') return <p className={row}>{MESSAGES.copyExpired}</p>
  return (
    <div className={row}>
      <div>
        <h3 className="font-sans text-ui font-semibold">{MESSAGES.copyReady}</h3>
        <p className="text-small text-muted">
          Hasta el {formatLongDate(expires_at ?? '')} · {sizeText(bytes)}
        </p>
        {missing_files > 0 && <p className="text-small text-muted">{missingText(missing_files)}</p>}
      </div>
      <DownloadButtons copy={copy} />
    </div>
  )
}

const partNumbers = (parts: number) => Array.from({ length: parts }, (_, at) => at + 1)

function DownloadButtons({ copy: { id, parts } }: { copy: Copy }) {
  const { submit, pending, failure } = useSubmit(
    (part: number) =>
      rpc<PrivacyContract>('privacy')
        .openCopy({ copyId: id })
        .then(({ urls }) => urls[part - 1]),
    {
      onDone(url) {
        if (url !== undefined) location.assign(url)
      },
    },
  )
  return (
    <div className="grid gap-2">
      {partNumbers(parts).map((part) => (
        <Button key={part} pending={pending} onClick={() => void submit(part)}>
          <Download aria-hidden="true" className="size-4.5" />
          {parts === 1 ? 'Descargar' : `Descargar parte ${part}`}
        </Button>
      ))}
      {failure && (
        <Notice kind="danger" live>
          {failure.message}
        </Notice>
      )}
    </div>
  )
}

function NewCopy({ state, onRequested }: { state: Copy['state'] | null; onRequested(): void }) {
  const client = useQueryClient()
  const { submit, pending, failure } = useSubmit(() => rpc<PrivacyContract>('privacy').requestCopy({}), {
    onDone(answer) {
      onRequested()
      client.setQueryData(privacyQueries().copy.queryKey(), answer)
    },
  })
  if (state === 'pedida' || state === 'preparando') return null
  return (
    <div className={row}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={pending} onClick={() => void submit()}>
          Preparar mi copia
        </Button>
        <p className="text-small text-muted">Te pediremos confirmar que eres tú.</p>
      </div>
      {failure && (
        <Notice kind="danger" live className="w-full">
          {failure.message}
        </Notice>
      )}
    </div>
  )
}
