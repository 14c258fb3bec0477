import { type RefObject, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { uuidv4 } from '../../../input/ids.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { Message } from '../../chat/schema.ts'
import type { ModerationContract } from '../contract.ts'
import { MAX_DETAIL, MESSAGES, REPORT_REASONS, type ReportReason, reportInput } from '../schema.ts'
import { MessagePicker } from './message-picker.tsx'
import type { ReportTarget } from './report-target.ts'

interface ReportDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  target: ReportTarget
  finalFocus: RefObject<HTMLElement | null>
}

/** DAT-65: in this order, because threats come first where somebody may be in danger. */
const ORDER: readonly ReportReason[] = [
  'amenazas',
  'engano',
  'suplantacion',
  'datos',
  'discriminacion',
  'sexual',
  'publicidad',
  'otro',
]
const OPTIONS = ORDER.map((value) => ({ value, label: REPORT_REASONS[value] }))

const EMPTY = { reason: '', detail: '', chosen: [] as Message[] }

const confirmTextOf = (count: number) =>
  count === 0 ? 'Enviar reporte' : `Enviar reporte · ${count === 1 ? '1 mensaje' : `${count} mensajes`}`

/** DAT-65, DAT-66: what happened, and which messages the team may read. What was typed stays until it is sent. */
export function ReportDialog({ title, target, ...dialog }: ReportDialogProps) {
  // With the values, so that a retry is the same report.
  const [id, setId] = useState(uuidv4)
  const [values, setValues] = useState(EMPTY)
  const navigate = useNavigate()
  const { chat } = target
  const { reason, chosen } = values
  const change = (changed: Partial<typeof values>) => {
    setId(uuidv4())
    setValues({ ...values, ...changed })
  }
  const detail = values.detail.trim() === '' ? undefined : values.detail
  // One message alone is reported itself, so that another one of the conversation can be reported later.
  const only = chat && chosen.length === 1 ? chosen[0] : undefined
  const input = {
    id,
    object: only ? ('message' as const) : target.object,
    objectId: only?.id ?? target.objectId,
    reason: reason as ReportReason,
    ...(detail !== undefined && { detail }),
    seqs: only ? [] : chosen.map(({ seq }) => seq),
  }
  return (
    <SubmitDialog
      {...dialog}
      title={title}
      cancelText="Volver"
      confirmText={confirmTextOf(chosen.length)}
      validate={() => ({
        ...problemsOf(reportInput.safeParse(input)),
        ...(chat && chosen.length === 0 && { seqs: MESSAGES.chooseMessages }),
      })}
      send={() => rpc<ModerationContract>('moderation').report(input)}
      onFailure={failureTextOf}
      onDone={() => {
        setValues(EMPTY)
        setId(uuidv4())
        toast({
          kind: 'success',
          title: 'Reporte enviado',
          text: MESSAGES.thanks,
          action: { label: 'Ver tus reportes', run: () => void navigate('/reportes') },
          durationMs: 12_000,
        })
      }}
    >
      {(problems, clear) => (
        <div className="grid gap-5">
          <RadioGroup
            look="lines"
            label="¿Qué pasó?"
            options={OPTIONS}
            value={reason}
            onChange={(value) => {
              clear()
              change({ reason: value })
            }}
            error={problems.reason}
          />
          {reason === 'amenazas' && <Helplines />}
          {chat && (
            <MessagePicker
              chatId={chat.id}
              side={chat.side}
              chosen={chosen}
              onChange={(next) => {
                clear()
                change({ chosen: next })
              }}
              hint="Hasta 20. Nuestro equipo lee solo los que eliges. De un archivo no se copia nada: di en el detalle qué muestra."
              error={problems.seqs}
            />
          )}
          {chat?.side === 'lawyer' && <Notice>{MESSAGES.professionalSecret}</Notice>}
          <TextArea
            label="Detalle"
            optional
            limit={MAX_DETAIL}
            value={values.detail}
            onChange={(event) => change({ detail: event.target.value })}
            error={problems.detail}
          />
          <p className="text-small text-muted">
            Lee{' '}
            <Link to="/normas" target="_blank">
              cómo cuidamos la comunidad
            </Link>
            .
          </p>
        </div>
      )}
    </SubmitDialog>
  )
}

const number = 'font-semibold text-ink'

/** DAT-65: a threatened person may need help now. */
function Helplines() {
  return (
    <Notice kind="accent" live>
      Si estás en peligro, llama al{' '}
      <a href="tel:133" className={number}>
        133
      </a>{' '}
      (Carabineros), al{' '}
      <a href="tel:149" className={number}>
        149
      </a>{' '}
      (Fono Familia) o al{' '}
      <a href="tel:1455" className={number}>
        1455
      </a>{' '}
      (orientación en violencia contra la mujer).
    </Notice>
  )
}
