import { Copy } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
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
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast({ kind: 'success', text: 'Clave copiada.' }),
      () => toast({ kind: 'error', text: 'No se pudo copiar. Escríbela en tu aplicación.' }),
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
            {/* In groups of four, to read it aloud and type it; applications ignore the spaces. */}
            <span className="font-semibold tracking-wider [font-variant-ligatures:no-contextual] select-all">
              {inFours(secret)}
            </span>
          </p>
          <Button size="sm" onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4.5" />
            Copiar clave
          </Button>
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

/** «ABCD EFGH» */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')

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
      className="mx-auto size-48 rounded-m"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
