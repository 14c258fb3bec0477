import { useState } from 'react'
import { MB } from '../../../platform/files/buckets.ts'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { MAX_EVIDENCE_MB } from '../schema.ts'

const RULES = {
  types: ['.pdf', '.jpg', '.jpeg', '.png', 'application/pdf', 'image/jpeg', 'image/png'],
  maxBytes: MAX_EVIDENCE_MB * MB,
}
const PROBLEMS = {
  type: 'Solo se admiten archivos PDF, JPG o PNG.',
  size: 'El archivo no debe superar los 10MB.',
}

interface EvidenceFieldProps {
  label: string
  hint?: string
  optional?: boolean
  files: readonly File[]
  max: number
  error?: string | undefined
  onChange(files: File[]): void
}

/** DAT-11: files of evidence, one field for each, and an empty one while more are possible. */
export function EvidenceField({ label, hint, optional, files, max, error, onChange }: EvidenceFieldProps) {
  const [refused, setRefused] = useState<string>()
  const change = (next: File[]) => {
    setRefused(undefined)
    onChange(next)
  }
  const slots = files.length < max ? [...files, null] : files
  return (
    <div className="grid gap-3">
      {slots.map((file, at) => (
        <FileDrop
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          key={at}
          {...RULES}
          label={at === 0 ? label : `${label} (${at + 1})`}
          hint={at === 0 ? hint : undefined}
          optional={optional}
          file={file}
          error={at === slots.length - 1 ? (refused ?? error) : undefined}
          onChoose={(chosen) => change(files.toSpliced(at, 1, chosen))}
          onRefuse={(kind) => setRefused(PROBLEMS[kind])}
          onRemove={file ? () => change(files.toSpliced(at, 1)) : undefined}
        />
      ))}
    </div>
  )
}
