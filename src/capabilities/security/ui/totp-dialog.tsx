import { useState } from 'react'
import { encode } from 'uqr'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { SecurityContract } from '../contract.ts'
import { codeInput } from '../schema.ts'
import { CodeField } from './code-field.tsx'
import { CodeList } from './code-list.tsx'

export interface TotpDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Base 32, for who cannot scan. */
  secret: string
  /** What the QR code carries. */
  uri: string
}

/** DAT-46, DAT-47: scan the QR code, give a right code, keep the recovery codes. */
export function TotpDialog({ open, onOpenChange, secret, uri }: TotpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useSchemaForm(codeInput, { code: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').confirmTotp,
    {
      onDone(done) {
        if (done.codes.length > 0) return setCodes(done.codes)
        toast({ kind: 'success', text: 'Activaste el código de la aplicación.' })
        onOpenChange(false)
      },
      toast: null,
    },
  )
  if (codes)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        locked
        title="Guarda tus códigos de recuperación"
        description="El código de la aplicación está activado. Si pierdes tu teléfono, entras con uno de estos."
      >
        <CodeList codes={codes} onKept={() => onOpenChange(false)} />
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      title="Activa el código de la aplicación"
      description="Escanea el código QR con tu aplicación, o escribe en ella la clave. Después ingresa el código que muestra."
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.stopPropagation()
          void submit(event)
        }}
      >
        <QrCode text={uri} />
        <div className="grid justify-items-center gap-2 text-center text-small">
          <p>
            <span className="text-muted">Clave: </span>
            <span className="font-semibold tracking-wider break-all select-all">{secret}</span>
          </p>
          {/* Nobody can scan their own screen. */}
          <a href={uri} className="py-2 font-semibold md:hidden">
            Abrir en una aplicación de este teléfono
          </a>
        </div>
        <CodeField {...field('code')} />
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Activando…">
          Activar
        </SubmitButton>
      </form>
    </Dialog>
  )
}

/** Dark on white in both themes, because readers expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="Código QR para tu aplicación"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-m bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
