import { Laptop, Smartphone } from 'lucide-react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { dayNumber, formatDayAndMonth } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useToday } from '../../../site/use-today.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { OtherSessionsButton } from '../../accounts/ui/other-sessions.tsx'
import type { SecurityContract } from '../contract.ts'
import type { Device } from '../schema.ts'
import { SettingRow } from './setting-row.tsx'

/** DAT-53: «Tus dispositivos»: every session in words. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  const sorted = devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <>
      <ul className="divide-y divide-line">
        {sorted.map((device) => (
          <li key={device.id}>
            <DeviceRow device={device} />
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div className="border-t border-line px-5 py-4 md:px-6">
          <OtherSessionsButton />
        </div>
      )}
    </>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const today = useToday()
  const { submit, pending } = useSubmit(rpc<SecurityContract>('security').endSession, {
    onDone: () => toast({ kind: 'success', text: `Cerraste la sesión de ${device.name}.` }),
  })
  const isToday = device.isCurrent || dayNumber(device.usedAt) === today
  return (
    <SettingRow
      icon={device.isPhone ? <Smartphone aria-hidden="true" /> : <Laptop aria-hidden="true" />}
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {device.name}
          {device.isCurrent && <Badge tone="verified">Este dispositivo</Badge>}
        </span>
      }
      text={`Desde el ${formatDayAndMonth(device.since)} a las ${formatClockTime(device.since)} · ${isToday ? 'Usado hoy' : `Usado el ${formatDayAndMonth(device.usedAt)}`}`}
      action={
        !device.isCurrent && (
          <Button
            size="sm"
            pending={pending}
            pendingLabel="Cerrando la sesión…"
            aria-label={`Cerrar sesión de ${device.name}`}
            onClick={() => submit({ id: device.id })}
          >
            Cerrar sesión
          </Button>
        )
      }
    />
  )
}
