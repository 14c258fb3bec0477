import { FileCheck2, IdCard } from 'lucide-react'
import { type Ref, useState } from 'react'
import { MB } from '../../../platform/files/buckets.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts'
import type { InitialForm } from '../schema.ts'
import { type FormValues, ON_FILE } from './form-values.ts'

export interface IdCardFieldProps {
  value: FormValues['idCard']
  onChange: (value: FormValues['idCard']) => void
  onBlur?: (() => void) | undefined
  /** ID card of an earlier submission. */
  onFile: InitialForm['idCard']
  /** A file was chosen before a reload and must be chosen again. */
  isLost: boolean
  error?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** ONP-29, ONP-30, LIM-02. */
const RULES = {
  types: ['.pdf', '.jpg', '.jpeg', '.png', 'application/pdf', 'image/jpeg', 'image/png'],
  maxBytes: 10 * MB,
}
const ERRORS = {
  type: { title: 'Formato incorrecto', text: 'Solo se admiten archivos PDF, JPG o PNG.' },
  size: { title: 'Archivo muy grande', text: 'El archivo no debe superar los 10MB.' },
}

/**
 * ONP-28 to ONP-30: field to drop or choose the ID card, which is checked before upload. The one of an
 * earlier submission stays until it is replaced.
 */
export function IdCardField({ value, onChange, onBlur, onFile, isLost, error, ref }: IdCardFieldProps) {
  const [rejection, setRejection] = useState<string>()
  const failureToast = useFailureToast()
  const chosen = value instanceof File ? value : null
  const picture = useObjectUrl(chosen?.type.startsWith('image/') ? chosen : null)
  const stored = value === ON_FILE ? onFile : null
  const handleChange = (next: FormValues['idCard']) => {
    setRejection(undefined)
    failureToast.dismiss()
    onChange(next)
  }
  return (
    <FileDrop
      {...RULES}
      label="Foto del carnet de identidad"
      hint={
        <>
          PDF, JPG o PNG de hasta 10 MB. Solo la ve el equipo que verifica tu perfil.
          {isLost && (
            <strong className="block font-medium text-accent-ink">
              Vuelve a elegir tu carnet: los archivos no se guardan.
            </strong>
          )}
        </>
      }
      icon={stored ? <FileCheck2 /> : <IdCard />}
      preview={picture}
      file={chosen ?? (stored && { name: 'Carnet ya enviado' })}
      note={stored?.name}
      action={
        stored && (
          <a href={stored.url} target="_blank" rel="noreferrer">
            Ver carnet
          </a>
        )
      }
      onChoose={handleChange}
      onRefuse={(kind) => {
        setRejection(ERRORS[kind].text)
        failureToast.show(ERRORS[kind])
      }}
      onRemove={chosen ? () => handleChange(onFile ? ON_FILE : null) : undefined}
      error={rejection ?? error}
      onBlur={onBlur}
      ref={ref}
    />
  )
}
