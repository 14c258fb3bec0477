import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '../../../ui/actions/button.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlays/dialog.tsx'
import { type CropArea, cropImage } from './crop-image.ts'

interface AvatarCropProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'finalFocus'> {
  /** Object URL of the chosen picture. */
  source: string
  /** Receives the photo, a 512×512 jpeg. */
  onCrop: (photo: Blob) => void
  /** Called if the picture cannot be decoded or cropped (ONP-21). */
  onFail: () => void
}

const ZOOM = { min: 1, max: 3, step: 0.1 }
const ROTATION = { min: 0, max: 360, step: 1 }
const QUARTER = 90

const zoomText = (zoom: number) => `${zoom.toFixed(1).replace('.', ',').replace(',0', '')}×`

// These classes replace react-easy-crop's own <style> element, which has no CSP nonce.
const FRAME =
  'absolute inset-0 flex cursor-move touch-none items-center justify-center overflow-hidden select-none'
const PICTURE = 'absolute inset-0 m-auto max-h-full max-w-full will-change-transform'
const CIRCLE =
  'absolute top-1/2 left-1/2 box-border -translate-1/2 overflow-hidden rounded-full border border-on-band text-scrim shadow-[0_0_0_9999em] outline-offset-2 focus-visible:outline-on-band'

/**
 * ONP-17 to ONP-21, LIM-03: dialog to crop a picture to a round photo. Loaded on demand. Use the picture's
 * URL as `key`, so that each picture starts with fresh state.
 */
export function AvatarCrop({ source, onCrop, onFail, ...dialog }: AvatarCropProps) {
  const [pending, setPending] = useState(false)
  const [area, setArea] = useState<CropArea>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(ZOOM.min)
  const [rotation, setRotation] = useState(0)
  const save = async () => {
    if (!area) return
    setPending(true)
    try {
      onCrop(await cropImage(source, area, rotation))
    } catch {
      onFail()
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      {...dialog}
      locked={pending}
      title="Recorta tu foto"
      description="Arrastra la foto o usa las flechas del teclado para centrarla."
      actions={
        <>
          <Button onClick={() => pending || dialog.onOpenChange(false)}>Cancelar</Button>
          <Button variant="primary" disabled={!area} pending={pending} onClick={save}>
            Usar esta foto
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="relative h-[min(20rem,44dvh)] overflow-clip rounded-l bg-band-deep">
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={1}
            cropShape="round"
            showGrid={false}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            zoomSpeed={0.5}
            keyboardStep={8}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_percent, pixels) => setArea(pixels)}
            onRotationChange={(next) => setRotation(((Math.round(next) % 360) + 360) % 360)}
            mediaProps={{ alt: '', onError: onFail }}
            cropperProps={{ role: 'group', 'aria-label': 'Encuadre de la foto: muévelo con las flechas' }}
            disableAutomaticStylesInjection
            classes={{ containerClassName: FRAME, mediaClassName: PICTURE, cropAreaClassName: CIRCLE }}
          />
        </div>
        <Slider label="Acercar" {...ZOOM} value={zoom} valueText={zoomText(zoom)} onChange={setZoom} />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
          <Slider
            label="Girar"
            {...ROTATION}
            value={rotation}
            valueText={`${rotation}°`}
            onChange={setRotation}
          />
          <Button size="sm" aria-label="Girar 90°" onClick={() => setRotation((rotation + QUARTER) % 360)}>
            <RotateCw aria-hidden="true" className="size-4.25" />
            90°
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
