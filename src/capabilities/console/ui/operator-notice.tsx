import type { Operator } from '../../../platform/config/config.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

const FIELDS: readonly { field: keyof Operator; label: string; setting: string }[] = [
  { field: 'name', label: 'el nombre', setting: 'OPERATOR_NAME' },
  { field: 'rut', label: 'el RUT', setting: 'OPERATOR_RUT' },
  { field: 'address', label: 'el domicilio', setting: 'OPERATOR_ADDRESS' },
  { field: 'representative', label: 'el representante', setting: 'OPERATOR_REPRESENTATIVE' },
]

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** DAT-34: what the settings do not say of who answers for the data; nothing when all is said. */
export function OperatorNotice({ operator }: { operator: Operator }) {
  const missing = FIELDS.filter(({ field }) => operator[field] === null)
  if (missing.length === 0) return null
  return (
    <Notice kind="accent" title="Falta decir quién responde por los datos">
      La Política de Privacidad dice «Por informar» en {list.format(missing.map(({ label }) => label))}. Se
      completa en la configuración del servidor:{' '}
      <span className="wrap-anywhere">{missing.map(({ setting }) => setting).join(', ')}</span>.
    </Notice>
  )
}
