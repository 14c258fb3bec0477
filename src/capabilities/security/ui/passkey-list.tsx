import { Plus } from 'lucide-react'
import { useState } from 'react'
import { dayNumber, formatDayAndMonth, formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useToday } from '../../../site/use-today.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SecurityContract } from '../contract.ts'
import type { Overview, Passkey } from '../schema.ts'
import { passkeyObstacle } from './passkey-support.ts'
import { SettingRow } from './setting-row.tsx'

/** DAT-44: «Llaves de acceso»: the keys, «Quitar» and «Agregar llave de acceso». */
export function PasskeyList({ passkeys, totp }: Pick<Overview, 'passkeys' | 'totp'>) {
  const [obstacle, setObstacle] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Passkey>()
  // Another dialog each time, without what the last one asked for.
  const [opened, setOpened] = useState(0)
  const setup = useLazyDialog(
    () => import('./passkey-dialog.tsx'),
    (module) => module.PasskeyDialog,
  )
  const removal = useLazyDialog(
    () => import('../../../site/forms/submit-dialog.tsx'),
    (module) => module.SubmitDialog<unknown>,
  )
  const isLast = passkeys.length === 1 && !totp
  return (
    <>
      <ul className="divide-y divide-line">
        {passkeys.map((key) => (
          <li key={key.id}>
            <PasskeyRow
              passkey={key}
              onRemove={() => {
                setRemoved(key)
                removal.show()
              }}
            />
          </li>
        ))}
      </ul>
      <div
        className={`grid justify-items-start gap-3 px-5 py-4 md:px-6 ${passkeys.length > 0 ? 'border-t border-line' : ''}`}
      >
        <Button
          variant="primary"
          pending={setup.pending}
          pendingLabel="Preparando…"
          onClick={() => {
            const found = passkeyObstacle()
            setObstacle(found)
            if (found) return
            setOpened(opened + 1)
            setup.show()
          }}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          Agregar llave de acceso
        </Button>
        {obstacle && (
          <Notice kind="info" live>
            {obstacle}
          </Notice>
        )}
      </div>
      {setup.render({}, String(opened))}
      {removal.render({
        title: `¿Quitar la llave «${removed?.name ?? ''}»?`,
        description: isLast
          ? 'Tu cuenta se abrirá solo con tu contraseña, y tus códigos de recuperación dejarán de servir.'
          : 'Ya no podrás entrar con ella. Bórrala también de tu dispositivo.',
        confirmText: 'Quitar',
        danger: true,
        send: () => rpc<SecurityContract>('security').removePasskey({ id: removed?.id ?? '' }),
        onDone: () => toast({ kind: 'success', text: 'Quitaste la llave de acceso.' }),
      })}
    </>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const today = useToday()
  const { name, since, usedAt, needsPassword } = passkey
  const use =
    usedAt === null
      ? ''
      : dayNumber(usedAt) === today
        ? ' · usada hoy'
        : ` · usada el ${formatDayAndMonth(usedAt)}`
  return (
    <SettingRow
      title={<span className="wrap-anywhere">{name}</span>}
      text={
        <>
          {`Agregada el ${formatLongDate(since)}${use}`}
          {needsPassword && (
            <span className="mt-1 block text-ink">
              <b>¿No la agregaste tú? Quítala.</b> Desde el aviso «No fui yo» pide también tu contraseña. Si
              es tuya, quítala y agrégala de nuevo para entrar solo con ella.
            </span>
          )}
        </>
      }
      action={
        <Button size="sm" aria-label={`Quitar la llave ${name}`} onClick={onRemove}>
          Quitar
        </Button>
      }
    />
  )
}
