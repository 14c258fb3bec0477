import { Copy, Download } from 'lucide-react'
import { formatLongDate } from '../../../chile/dates.ts'
import { PRODUCT_NAME } from '../../../site/product.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SunkenBox } from '../../../ui/layout/card.tsx'

/** DAT-47: recovery codes, shown once. */
export function CodeList({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const email = useSessionUser()?.email
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: 'Códigos copiados.' }),
      () => toast({ kind: 'error', text: 'No se pudo copiar. Descárgalos o anótalos.' }),
    )
  const download = () => {
    // One may keep several such files: it says whose and of which day it is.
    const head = `Códigos de recuperación de ${PRODUCT_NAME}\nCuenta: ${email ?? ''}\nCreados el ${formatLongDate(new Date())}\nCada uno sirve una vez.\n`
    const url = URL.createObjectURL(new Blob([`${head}\n${text}`], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: 'codigos-de-recuperacion-amparo.txt',
    })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="grid gap-5">
      <p className="text-ui">No los volveremos a mostrar. Cada uno sirve una vez.</p>
      <SunkenBox>
        {/* The font draws an x between figures as ×. */}
        <ol
          aria-label="Códigos de recuperación"
          className="grid grid-cols-1 gap-x-6 gap-y-1.5 font-semibold [font-variant-ligatures:no-contextual] tabular-nums min-[26rem]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </SunkenBox>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={download}>
          <Download aria-hidden="true" className="size-4.5" />
          Descargar
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4.5" />
          Copiar
        </Button>
      </div>
      <Button variant="primary" size="lg" block onClick={onKept}>
        Los guardé
      </Button>
    </div>
  )
}
