import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsSuspended } from '../../../../site/use-root-data.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import type { Chat } from '../../schema.ts'
import { useBlock } from './use-block.ts'

/** In place of the field of a new message, for who blocked the partner or is suspended (DAT-70); for others `children`. */
export function UnlessBlocked({ chat: { id, partner }, children }: { chat: Chat; children: ReactNode }) {
  const { blocks, isPartnerSuspended, unblock } = useBlock(id)
  const isSuspended = useIsSuspended()
  if (isSuspended)
    return (
      <p className="border-t border-line px-5 py-4.5 text-center text-ui text-muted">
        Tu cuenta está suspendida. <Link to="/cuenta-suspendida">Puedes ver tus datos y apelar.</Link>
      </p>
    )
  if (!blocks)
    return (
      <>
        {isPartnerSuspended && (
          <p role="status" className="border-t border-line px-5 py-3 text-center text-ui text-muted">
            {`${partner.name} no puede usar Amparo por ahora. Tus mensajes y documentos siguen aquí.`}
          </p>
        )}
        {children}
      </>
    )
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-5 py-3.5 text-ui text-muted">
      <p>{`Bloqueaste a ${partner.name}. Ambos pueden seguir leyendo.`}</p>
      <Button size="sm" pending={unblock.pending} onClick={() => void unblock.submit()}>
        Desbloquear
      </Button>
    </div>
  )
}
