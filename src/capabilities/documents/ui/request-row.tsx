import { Ban, Camera, Check, CheckCheck, Clock, RefreshCw, Upload as UploadIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { formatDateWithWeekday } from '../../../chile/dates.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { Badge, type BadgeTone } from '../../../ui/display/badge.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CaseView } from '../../cases/schema.ts'
import { areRequestsFrozen, eventsFor, isOpen } from '../rules.ts'
import {
  type CaseDocument,
  type DocumentRequest,
  MAX_DELIVERED,
  REQUEST_STATES,
  type RequestState,
} from '../schema.ts'
import { DocumentFile } from './document-row.tsx'
import { UploadLine } from './file-line.tsx'
import type { CaseUploads, UploadTarget } from './use-case-uploads.ts'
import type { DocumentsState } from './use-documents.ts'
import { DOCUMENT_RULES } from './use-uploads.ts'

const loadReasonDialog = () => import('./reason-dialog.tsx')

const LOOKS: Record<RequestState, { tone: BadgeTone; icon?: ReactNode }> = {
  pendiente: { tone: 'neutral', icon: <Clock aria-hidden="true" /> },
  entregado: { tone: 'primary', icon: <Check aria-hidden="true" /> },
  aceptado: { tone: 'verified', icon: <CheckCheck aria-hidden="true" /> },
  por_corregir: { tone: 'accent', icon: <RefreshCw aria-hidden="true" /> },
  no_lo_tengo: { tone: 'neutral' },
  anulado: { tone: 'neutral', icon: <Ban aria-hidden="true" /> },
}

export interface RequestRowProps {
  request: DocumentRequest
  view: CaseView
  documents: DocumentsState
  uploads: CaseUploads
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-17 to SEG-21: a requested document, its files, and what this side may do with it. */
export function RequestRow({ request, view, documents, uploads, finalFocus }: RequestRowProps) {
  const { id, name, state, reason, due_on } = request
  const files = documents.data?.documents.filter(({ request_id }) => request_id === id) ?? []
  const own = uploads.uploads.filter(({ target }) => target.requestId === id)
  const { tone, icon } = LOOKS[state]
  const isReturned = state === 'por_corregir'
  return (
    <li
      id={`pedido-${id}`}
      className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-3 px-3.5 py-4.5 text-ui md:px-5"
      aria-label={name}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 md:flex md:items-start md:justify-between">
        <div className="min-w-0">
          <h3 className="font-sans text-ui/6 font-semibold wrap-anywhere">{name}</h3>
          {(isOpen(request) || state === 'entregado') && (
            <p className="text-small text-muted">{`Vence el ${formatDateWithWeekday(due_on).toLowerCase()}`}</p>
          )}
          {state === 'no_lo_tengo' && <p className="text-small text-muted wrap-anywhere">{`«${reason}»`}</p>}
        </div>
        <Badge tone={tone} icon={icon} className="justify-self-start whitespace-normal! wrap-anywhere">
          {isReturned ? `${REQUEST_STATES[state]}: ${reason}` : REQUEST_STATES[state]}
        </Badge>
      </div>
      {files.map((document) => (
        <DocumentFile
          key={document.id}
          document={document}
          documents={documents}
          finalFocus={finalFocus}
          acceptedText={state === 'aceptado' ? acceptedText(view) : undefined}
        >
          <NewVersion {...{ request, view, uploads, document }} />
        </DocumentFile>
      ))}
      {own.map((upload) => (
        <UploadLine
          key={upload.id}
          upload={upload}
          onRetry={() => uploads.retry(upload)}
          onDrop={() => {
            uploads.drop(upload.id)
            // The pressed button disappears with its row.
            finalFocus.current?.focus()
          }}
        />
      ))}
      <Actions
        {...{ request, view, documents, uploads, files }}
        isBusy={own.some(({ problem }) => !problem)}
      />
    </li>
  )
}

const acceptedText = ({ side }: CaseView) =>
  side === 'client'
    ? 'Este documento ya fue aceptado por tu abogado. ¿Eliminarlo igual?'
    : 'Ya aceptaste este documento. ¿Eliminarlo igual?'

type ActionsProps = Pick<RequestRowProps, 'request' | 'view' | 'uploads'>

/** Whether the client may add files: the delivery is open until the lawyer answers. */
const mayDeliver = ({ state }: DocumentRequest, { side, status }: CaseView) =>
  side === 'client' &&
  !areRequestsFrozen(status) &&
  (state === 'pendiente' || state === 'por_corregir' || state === 'entregado')

/** SEG-21: «Subir nueva versión» of a delivered document. */
function NewVersion({ request, view, uploads, document }: ActionsProps & { document: CaseDocument }) {
  if (!mayDeliver(request, view)) return null
  return (
    <FileButton
      label="Subir nueva versión"
      about={document.file_name}
      variant={request.state === 'por_corregir' ? 'primary' : 'quiet'}
      icon={<UploadIcon aria-hidden="true" className="size-4.5" />}
      onFiles={(files) => uploads.add(files.slice(0, 1), { requestId: request.id, replaces: document.id })}
    />
  )
}

function Actions({
  request,
  view,
  documents,
  uploads,
  files,
  isBusy,
}: ActionsProps & { documents: DocumentsState; files: readonly CaseDocument[]; isBusy: boolean }) {
  const { id, name, state, delivery_id } = request
  const [pending, setPending] = useState<string | null>(null)
  const hydrated = useHydrated()
  const lack = useLazyDialog(loadReasonDialog, (module) => module.ReasonDialog)
  const back = useLazyDialog(loadReasonDialog, (module) => module.ReasonDialog)
  const events = eventsFor(state, view.side, view.status)
  const answer = async (event: 'accept' | 'annul' | 'ask') => {
    if (pending) return
    setPending(event)
    await documents
      .answer({ requestId: id, event })
      .catch((error: unknown) => toast({ kind: 'error', text: failureTextOf(failureOf(error)) }))
    setPending(null)
  }
  const target: UploadTarget = {
    requestId: id,
    ...(state === 'entregado' && delivery_id && { deliveryId: delivery_id }),
  }
  const add = (chosen: readonly File[]) => uploads.add(chosen.slice(0, MAX_DELIVERED), target)
  const canAdd = mayDeliver(request, view) && !isBusy && files.length < MAX_DELIVERED
  const isFirst = state === 'pendiente'
  if (!canAdd && events.length === 0) return null
  const answers = [
    ['accept', 'Aceptar', 'tonal'],
    ['ask', 'Pedir de nuevo', 'tonal'],
    ['annul', 'Anular', 'plain'],
  ] as const
  return (
    <>
      <div className="grid gap-2.5 md:flex md:flex-wrap md:items-center">
        {canAdd && (
          <div className="grid grid-cols-2 gap-2.5 *:only:col-span-2 md:flex">
            <FileButton
              label="Tomar foto"
              about={name}
              capture
              className="md:hidden"
              variant={isFirst ? 'tonal' : 'secondary'}
              icon={<Camera aria-hidden="true" className="size-4.5" />}
              onFiles={add}
            />
            <FileButton
              label={isFirst ? 'Elegir archivo' : 'Agregar archivo'}
              about={name}
              variant={isFirst ? 'tonal' : 'secondary'}
              icon={<UploadIcon aria-hidden="true" className="size-4.5" />}
              multiple
              onFiles={add}
            />
          </div>
        )}
        {events.includes('lack') && !isBusy && (
          <Button
            variant="quiet"
            disabled={!hydrated}
            onClick={lack.show}
            aria-label={`No lo tengo: ${name}`}
          >
            No lo tengo
          </Button>
        )}
        {answers.map(([event, label, variant]) =>
          events.includes(event) ? (
            <Button
              key={event}
              variant={variant}
              size="sm"
              disabled={!hydrated}
              pending={pending === event}
              aria-label={`${label}: ${name}`}
              onClick={() => void answer(event)}
            >
              {label}
            </Button>
          ) : null,
        )}
        {events.includes('return') && (
          <Button
            size="sm"
            disabled={!hydrated}
            onClick={back.show}
            aria-label={`Devolver para corregir: ${name}`}
          >
            Devolver para corregir
          </Button>
        )}
      </div>
      {lack.render({
        title: '¿No tienes este documento?',
        label: '¿Por qué?',
        hint: 'Tu abogado lo leerá.',
        confirmText: 'No lo tengo',
        send: (reason) => documents.answer({ requestId: id, event: 'lack', reason }),
      })}
      {back.render({
        title: 'Devolver para corregir',
        label: '¿Qué falta o qué hay que corregir?',
        hint: 'Tu cliente lo leerá junto al documento.',
        confirmText: 'Devolver',
        send: (reason) => documents.answer({ requestId: id, event: 'return', reason }),
      })}
    </>
  )
}

/** A button that opens the choice of a file, or the phone's camera. */
export function FileButton({
  label,
  about,
  icon,
  variant,
  className,
  capture,
  multiple,
  onFiles,
}: {
  label: string
  /** What the file is for, for screen readers. */
  about?: string
  icon: ReactNode
  variant: 'primary' | 'tonal' | 'secondary' | 'quiet'
  className?: string
  capture?: boolean
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const full = about ? `${label}: ${about}` : label
  return (
    <>
      <Button
        variant={variant}
        className={className}
        disabled={!hydrated}
        data-settling={hydrated ? undefined : ''}
        onClick={() => input.current?.click()}
        aria-label={full}
      >
        {icon}
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={full}
        multiple={multiple}
        {...(capture
          ? { accept: 'image/jpeg,image/png', capture: 'environment' as const }
          : { accept: DOCUMENT_RULES.types.join(',') })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Without the reset, choosing the same file again would trigger no event.
          event.target.value = ''
        }}
      />
    </>
  )
}
