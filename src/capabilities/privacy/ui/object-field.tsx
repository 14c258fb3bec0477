import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../site/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { privacyQueries } from '../queries.ts'

const LABELS = { causa: '¿Qué causa?', resena: '¿Qué reseña?' } as const
const NONE = {
  causa: 'No tienes una causa abierta en el mercado.',
  resena: 'No hay reseñas tuyas ni sobre ti que se muestren.',
} as const

/** DAT-18: which of the caller's open cases, or reviews by or about them, a request names. */
export function ObjectField({
  object,
  isBlock,
  value,
  error,
  onChange,
}: {
  object: 'causa' | 'resena'
  /** Of what can still be blocked. */
  isBlock: boolean
  value: string | null
  error: string | undefined
  onChange(id: string): void
}) {
  const query = useQuery(privacyQueries().shownObjects.queryOptions())
  return (
    <Loaded query={query} failed="No pudimos cargar la lista." label="Cargando…">
      {({ objects }) => {
        const options = objects.filter((one) => one.object === object && !(isBlock && one.blocked_before))
        if (options.length === 0) return <Notice kind={error ? 'danger' : 'info'}>{NONE[object]}</Notice>
        return (
          <RadioGroup
            label={LABELS[object]}
            options={options.map(({ id, label, text }) => ({ value: id, label, text: text || undefined }))}
            value={value}
            error={error}
            onChange={onChange}
          />
        )
      }}
    </Loaded>
  )
}
