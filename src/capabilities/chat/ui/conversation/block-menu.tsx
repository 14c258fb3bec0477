import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, EyeOff, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRefetchOn } from '../../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../../site/forms/submit-dialog.tsx'
import { useSubmit } from '../../../../site/forms/use-submit.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import type { ChatContract } from '../../contract.ts'
import { chatQueries } from '../../queries.ts'
import type { Chat } from '../../schema.ts'

/** DAT-68: whether the user blocked the partner of a chat; also on their other devices. */
function useBlock(chatId: string) {
  const client = useQueryClient()
  const options = chatQueries().readBlock.queryOptions({ input: { chatId } })
  const { data } = useQuery(options)
  useRefetchOn(['chat'], options.queryKey)
  return {
    blocks: data?.blocks ?? false,
    write: (blocks: boolean) => rpc<ChatContract>('chat').writeBlock({ chatId, blocks }),
    keep: (written: { blocks: boolean }) => client.setQueryData(options.queryKey, written),
  }
}

const icon = 'mt-0.5 size-5 flex-none text-muted'

/** «Bloquear a {nombre}» or «Desbloquear», in the head of a conversation. */
export function BlockMenu({ chat: { id, partner, side } }: { chat: Chat }) {
  const { blocks, write, keep } = useBlock(id)
  const [isAsking, setAsking] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const unblock = useSubmit(() => write(false), { onDone: keep, toast: 'No se pudo desbloquear' })
  return (
    <div ref={menu} tabIndex={-1} className="print:hidden">
      <Menu
        label={`Opciones de la conversación con ${partner.name}`}
        sections={[
          {
            items: [
              blocks
                ? { label: 'Desbloquear', icon: <Ban />, onSelect: () => void unblock.submit() }
                : {
                    label: `Bloquear a ${partner.name}`,
                    icon: <Ban />,
                    danger: true,
                    onSelect: () => setAsking(true),
                  },
            ],
          },
        ]}
      />
      <SubmitDialog
        open={isAsking}
        onOpenChange={setAsking}
        finalFocus={menu}
        send={() => write(true)}
        onFailure={failureTextOf}
        onDone={keep}
        closesOn={[404]}
        title={`Bloquear a ${partner.name}`}
        cancelText="Volver"
        confirmText="Bloquear"
        danger
      >
        <ul className="grid gap-3 text-ui">
          <li className="flex gap-3">
            <Ban aria-hidden="true" className={icon} />
            {side === 'client'
              ? 'No podrá escribirte ni enviarte propuestas. Ambos pueden seguir leyendo.'
              : 'No podrá escribirte, ni tú enviarle propuestas. Ambos pueden seguir leyendo.'}
          </li>
          <li className="flex gap-3">
            <EyeOff aria-hidden="true" className={icon} />
            {side === 'client'
              ? 'Tus causas sin abogado dejan de aparecerle. No le avisamos.'
              : 'No le avisamos.'}
          </li>
          <li className="flex gap-3">
            <FileText aria-hidden="true" className={icon} />
            La causa y sus documentos siguen disponibles.
          </li>
        </ul>
      </SubmitDialog>
    </div>
  )
}

/** In place of the field of a new message, for who blocked the partner; for everybody else `children`. */
export function UnlessBlocked({
  chat: { id, partner },
  children,
}: {
  chat: Chat
  children: React.ReactNode
}) {
  const { blocks, write, keep } = useBlock(id)
  const { submit, pending } = useSubmit(() => write(false), { onDone: keep, toast: 'No se pudo desbloquear' })
  if (!blocks) return children
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-5 py-3.5 text-ui text-muted">
      <p>{`Bloqueaste a ${partner.name}. Ambos pueden seguir leyendo.`}</p>
      <Button size="sm" pending={pending} onClick={() => void submit()}>
        Desbloquear
      </Button>
    </div>
  )
}
