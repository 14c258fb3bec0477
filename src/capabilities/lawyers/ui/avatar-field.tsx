import { useRef, useState } from 'react'
import { MB } from '../../../platform/files/buckets.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { fileRefusal } from '../../../ui/file-rules.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'

export interface AvatarFieldProps {
  /** Whose photo: initials stand in until there is one. */
  name: string
  /** The photo that is stored. */
  src?: string | null | undefined
  /** A photo that was chosen here and is not stored yet. */
  photo: Blob | null
  /** A jpeg of 512×512, or null when it was taken back. */
  onChange: (photo: Blob | null) => void
  /** Something is still to be said: «Vuelve a elegir tu foto.». */
  note?: string | undefined
  disabled?: boolean | undefined
  /** Shows «(opcional)». */
  optional?: boolean | undefined
}

/** ONP-15, LIM-02. */
const RULES = {
  types: ['image/png', 'image/jpeg', '.png', '.jpg', '.jpeg'],
  maxBytes: 5 * MB,
}

/** ONP-16, OPEN-25, ONP-21. */
const SAYINGS = {
  size: { title: 'Archivo muy grande', text: 'La imagen no debe superar los 5MB.' },
  type: { title: 'Formato incorrecto', text: 'Solo se admiten imágenes PNG o JPG.' },
  crop: { title: 'Error al recortar', text: 'No se pudo procesar la imagen.' },
}

/**
 * ONP-15 to ONP-21, PRO-07: chooses a picture, checks it, and has it cut round. Closing the dialog leaves the photo as
 * it was (GEN-09); the same picture may be chosen again.
 */
export function AvatarField({ name, src, photo, onChange, note, disabled, optional }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const crop = useFetchedDialog(
    () => import('./avatar-crop.tsx'),
    (module) => module.AvatarCrop,
  )
  const [picture, setPicture] = useState<File>()
  const [error, setError] = useState<string>()
  const source = useObjectUrl(picture)
  const preview = useObjectUrl(photo)
  const failed = useFailureToast()

  const refuse = (kind: keyof typeof SAYINGS) => {
    setError(SAYINGS[kind].text)
    failed.say(SAYINGS[kind])
  }
  const take = (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    failed.takeBack()
    const refusal = fileRefusal(file, RULES)
    if (refusal) return refuse(refusal)
    setPicture(file)
    crop.show()
  }
  const close = () => crop.setOpen(false)
  const fail = () => {
    close()
    refuse('crop')
  }
  const shown = preview ?? src
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
          <Avatar name={name} src={shown} size={112} />
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
                {shown ? 'Cambiar foto' : 'Elegir foto'}
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
              take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {crop.Part && source && (
            <crop.Part
              key={source}
              open={crop.open}
              source={source}
              finalFocus={button}
              onClose={close}
              onFail={fail}
              onCrop={(cut) => {
                close()
                onChange(cut)
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
