import { ExternalLink, Eye, FileWarning, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { iconButtonClass } from '../../../ui/actions/button-style.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { type ImageState, imageStateOf } from '../../../ui/display/image-state.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Submission } from '../schema.ts'

const ZOOMS = [1, 1.5, 2, 3] as const

export interface DocumentViewProps {
  document: Submission['document']
  name: string
  retry(): void
}

/** The ID document (OPEN-03). Images can be zoomed and rotated; PDFs use the browser's viewer. */
export function DocumentView({ document, name, retry }: DocumentViewProps) {
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const [failed, setFailed] = useState(false)
  const isImage = document.kind === 'image'
  const tools = isImage && !failed && (
    <>
      <IconButton
        label="Acercar"
        size="sm"
        icon={<ZoomIn aria-hidden="true" className="size-4.5" />}
        disabled={zoom === ZOOMS.length - 1}
        onClick={() => setZoom(zoom + 1)}
      />
      <IconButton
        label="Alejar"
        size="sm"
        icon={<ZoomOut aria-hidden="true" className="size-4.5" />}
        disabled={zoom === 0}
        onClick={() => setZoom(zoom - 1)}
      />
      <IconButton
        label="Girar"
        size="sm"
        icon={<RotateCw aria-hidden="true" className="size-4.5" />}
        onClick={() => setTurns((turns + 1) % 4)}
      />
    </>
  )
  return (
    <DocumentFrame
      tools={
        <>
          {tools}
          <a
            href={document.url}
            target="_blank"
            rel="noopener"
            aria-label="Abrir en otra pestaña"
            className={iconButtonClass('sm')}
          >
            <ExternalLink aria-hidden="true" className="size-4.5" />
          </a>
        </>
      }
    >
      {failed ? (
        <div role="alert">
          <EmptyState
            icon={<FileWarning />}
            title="No se pudo abrir el documento."
            text="El enlace puede haber vencido."
            action={<Button onClick={retry}>Reintentar</Button>}
          />
        </div>
      ) : isImage ? (
        <Picture
          src={document.url}
          alt={`Carnet de identidad de ${name}`}
          zoom={ZOOMS[zoom] ?? 1}
          turns={turns}
          onError={() => setFailed(true)}
        />
      ) : (
        <>
          <iframe
            src={document.url}
            title={`Carnet de identidad de ${name}`}
            className="block h-[60vh] min-h-96 w-full border-0 bg-surface lg:h-[75vh]"
          />
          {/* Browsers on phones do not show a PDF inside a page. */}
          <p className="px-4.5 pt-3 text-small">
            ¿No ves el documento?{' '}
            <a href={document.url} target="_blank" rel="noopener">
              Ábrelo en otra pestaña
            </a>
          </p>
        </>
      )}
    </DocumentFrame>
  )
}

export function DocumentFrame({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="carnet" className="flex min-w-0 flex-col bg-sunken">
      <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line bg-surface pr-1 pl-4 md:pr-2.5 md:pl-4.5">
        <h2 id="carnet" className="text-[1.0625rem]/6 max-md:text-[0.9375rem]">
          Carnet de identidad
        </h2>
        <span className="flex">{tools}</span>
      </div>
      <div className="grid min-h-64 flex-1 place-items-center lg:place-items-start">
        {/* Stays on screen while the data column scrolls. */}
        <div className="w-full lg:sticky lg:top-0">{children}</div>
      </div>
      <p className="flex gap-2 px-4.5 py-3 text-micro text-muted">
        <Eye aria-hidden="true" className="size-4" />
        <span>Esta vista queda en el registro. El enlace vence en 60 minutos.</span>
      </p>
    </section>
  )
}

interface PictureProps {
  src: string
  alt: string
  /** Factor relative to the size that fits. */
  zoom: number
  /** Rotation in steps of 90° clockwise. */
  turns: number
  onError(): void
}

/** The whole image at first. When zoomed it scrolls inside its area by touch, wheel or arrow keys. */
function Picture({ src, alt, zoom, turns, onError }: PictureProps) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const measure = (image: HTMLImageElement | null, state: ImageState | undefined) => {
    if (state === 'error') onError()
    // An SVG may have no natural size.
    else if (image && state === 'loaded' && !size)
      setSize({ width: image.naturalWidth || 1, height: image.naturalHeight || 1 })
  }
  const isRotated = turns % 2 === 1
  const { width, height } = size ?? { width: 1586, height: 1000 }
  const ratio = isRotated ? height / width : width / height
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scroll area, not a page section
    <div
      role="region"
      aria-label="Imagen del carnet"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
      tabIndex={0}
      className="grid max-h-[75vh] min-h-64 w-full overflow-auto p-4 focus-visible:-outline-offset-2"
    >
      <div
        style={{ width: `calc(${zoom} * min(100%, ${(55 * ratio).toFixed(2)}vh))`, aspectRatio: ratio }}
        className="relative m-auto"
      >
        <img
          ref={(image) => measure(image, imageStateOf(image))}
          src={src}
          alt={alt}
          onLoad={(event) => measure(event.currentTarget, 'loaded')}
          onError={onError}
          style={{
            width: isRotated ? `${(100 * width) / height}%` : '100%',
            transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
          }}
          className="absolute top-1/2 left-1/2 max-w-none rounded-m"
        />
      </div>
    </div>
  )
}
