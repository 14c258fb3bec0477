import { useRef, useState } from 'react'
import { MB } from '../../../platform/files/buckets.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { fileRefusal } from '../../../ui/fields/file-rules.ts'
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts'

export interface AvatarFieldProps {
  /** Name of the person, for the initials shown without a photo. */
  name: string
  src?: string | null | undefined
  /** Chosen photo that is not stored yet. */
  photo: Blob | null
  /** Receives a 512×512 jpeg, or null when the choice is undone. */
  onChange: (photo: Blob | null) => void
  /** Extra hint, such as «Vuelve a elegir tu foto.». */
  note?: string | undefined
  disabled?: boolean | undefined
  optional?: boolean | undefined
}

/** ONP-15, LIM-02. */
const RULES = {
  types: ['image/png', 'image/jpeg', '.png', '.jpg', '.jpeg'],
  maxBytes: 5 * MB,
}

/** ONP-16, OPEN-25, ONP-21. */
const ERRORS = {
  size: { title: 'Archivo muy grande', text: 'La imagen no debe superar los 5MB.' },
  type: { title: 'Formato incorrecto', text: 'Solo se admiten imágenes PNG o JPG.' },
  crop: { title: 'Error al recortar', text: 'No se pudo procesar la imagen.' },
}

/**
 * ONP-15 to ONP-21, PRO-07: chooses a picture, checks it and opens the crop dialog. Cancelling keeps the
 * present photo (GEN-09), and the same picture may be chosen again.
 */
export function AvatarField({ name, src, photo, onChange, note, disabled, optional }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const crop = useLazyDialog(
    () => import('./avatar-crop.tsx'),
    (module) => module.AvatarCrop,
  )
  const [picture, setPicture] = useState<File>()
  const [error, setError] = useState<string>()
  const source = useObjectUrl(picture)
  const preview = useObjectUrl(photo)
  const failureToast = useFailureToast()

  const reject = (kind: keyof typeof ERRORS) => {
    setError(ERRORS[kind].text)
    failureToast.show(ERRORS[kind])
  }
  const chooseFile = (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    failureToast.dismiss()
    const refusal = fileRefusal(file, RULES)
    if (refusal) return reject(refusal)
    setPicture(file)
    crop.show()
  }
  const close = () => crop.setOpen(false)
  const handleCropFailure = () => {
    close()
    reject('crop')
  }
  const shownSrc = preview ?? src
  return (
    <Field
      group
      label="Foto de perfil"
      hint="PNG o JPG de hasta 5 MB. Es lo primero que ve un cliente."
      optional={optional}
      error={error}
    >
      {(control) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
        <div
          role="group"
          id={control.id}
          aria-labelledby={control['aria-labelledby']}
          className="flex items-center gap-5 py-1"
        >
          <Avatar name={name} src={shownSrc} size={112} />
          <div className="grid justify-items-start gap-2">
            <div className="flex flex-wrap gap-2.5">
              <Button
                ref={button}
                aria-describedby={control['aria-describedby']}
                disabled={disabled ?? false}
                pending={crop.pending}
                pendingLabel="Abriendo la foto…"
                onClick={() => input.current?.click()}
              >
                {shownSrc ? 'Cambiar foto' : 'Elegir foto'}
              </Button>
              {photo && !disabled && (
                <Button
                  variant="quiet"
                  onClick={() => {
                    onChange(null)
                    button.current?.focus()
                  }}
                >
                  Quitar
                </Button>
              )}
            </div>
            {note && <p className="text-small text-accent-ink">{note}</p>}
          </div>
          <input
            ref={input}
            type="file"
            accept={RULES.types.join(',')}
            hidden
            aria-hidden="true"
            tabIndex={-1}
            data-avatar=""
            onChange={(event) => {
              chooseFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {source &&
            crop.render(
              {
                source,
                finalFocus: button,
                onFail: handleCropFailure,
                onCrop(cropped) {
                  close()
                  onChange(cropped)
                },
              },
              source,
            )}
        </div>
      )}
    </Field>
  )
}
