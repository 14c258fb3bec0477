import { useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type NoticeSettings, settings } from '../schema.ts'

type Hours = NonNullable<NoticeSettings['quiet']>
const DEFAULT_HOURS: Hours = { from: '22:00', until: '08:00' }

/** SEG-60: the hours in which no e-mail leaves. Changed hours are saved when their field is left. */
export function QuietHours(props: {
  quiet: NoticeSettings['quiet']
  onChange(quiet: NoticeSettings['quiet']): void
}) {
  const { quiet, onChange } = props
  const [hours, setHours] = useState(quiet ?? DEFAULT_HOURS)
  const checked = settings.shape.quiet.safeParse(hours)
  const problem = checked.error?.issues[0]
  const save = () => {
    const isChanged = hours.from !== quiet?.from || hours.until !== quiet?.until
    if (quiet && !problem && isChanged) onChange(hours)
  }
  const field = (name: keyof Hours, label: string) => (
    <TextField
      type="time"
      label={label}
      value={hours[name]}
      error={problem?.path[0] === name ? problem.message : undefined}
      onChange={({ target }) => setHours({ ...hours, [name]: target.value })}
      onBlur={save}
    />
  )
  return (
    <div>
      <Checkbox
        label={<b className="font-semibold">Horas de silencio</b>}
        hint="En esas horas guardamos los correos y los enviamos después. Los de seguridad salen igual."
        checked={quiet !== null}
        onChange={({ target }) => onChange(target.checked ? (problem ? DEFAULT_HOURS : hours) : null)}
      />
      {quiet && (
        <div className="mt-3 grid max-w-80 grid-cols-2 gap-4 pl-7.5">
          {field('from', 'Desde')}
          {field('until', 'Hasta')}
        </div>
      )}
    </div>
  )
}
