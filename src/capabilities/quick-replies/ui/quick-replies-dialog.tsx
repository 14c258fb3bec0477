import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { QuickRepliesContract } from '../contract.ts'
import { quickRepliesQueries } from '../queries.ts'
import { MAX_REPLIES } from '../rules.ts'
import { MESSAGES, type QuickReply } from '../schema.ts'
import { QuickReplyForm } from './quick-reply-form.tsx'

interface QuickRepliesDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLElement | null>
  replies: readonly QuickReply[]
}

/** SEG-74: creates, changes and deletes quick replies. A deletion can be undone. */
export function QuickRepliesDialog({ open, onOpenChange, finalFocus, replies }: QuickRepliesDialogProps) {
  const [edited, setEdited] = useState<QuickReply | null>(null)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: quickRepliesQueries().key() })
  const create = () => setEdited({ id: uuidv4(), title: '', text: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens with a new reply when there is none
  useEffect(() => {
    if (open) setEdited(replies.length === 0 ? { id: uuidv4(), title: '', text: '' } : null)
  }, [open])

  const restore = useSubmit((reply: QuickReply) => rpc<QuickRepliesContract>('quickReplies').save(reply), {
    onDone: refresh,
  })
  const remove = useSubmit(
    async (reply: QuickReply) => {
      await rpc<QuickRepliesContract>('quickReplies').remove({ id: reply.id })
      return reply
    },
    {
      onDone(reply) {
        toast({
          kind: 'info',
          text: MESSAGES.deleted,
          action: { label: 'Deshacer', run: () => void restore.submit(reply) },
        })
        return refresh()
      },
    },
  )
  const isFull = replies.length >= MAX_REPLIES
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      title={edited ? 'Respuesta rápida' : 'Respuestas rápidas'}
      description={
        edited
          ? 'Escribe {nombre} donde quieras que vaya el nombre de la persona.'
          : 'Se insertan en tu mensaje, y tú decides si lo envías.'
      }
      actions={
        !edited && (
          <>
            <Button onClick={() => onOpenChange(false)}>Cerrar</Button>
            <Button variant="primary" aria-disabled={isFull} onClick={() => isFull || create()}>
              <Plus aria-hidden="true" className="size-4.5" />
              Crear respuesta
            </Button>
          </>
        )
      }
    >
      {edited ? (
        <QuickReplyForm
          key={edited.id}
          reply={edited}
          onCancel={() => setEdited(null)}
          onSaved={() => {
            toast({ kind: 'success', text: MESSAGES.saved })
            setEdited(null)
            return refresh()
          }}
        />
      ) : replies.length === 0 ? (
        <p className="text-ui text-muted">{MESSAGES.none}</p>
      ) : (
        <>
          {isFull && <p className="mb-3 text-small text-muted">{MESSAGES.full}</p>}
          <ul className="divide-y divide-line border-y border-line">
            {replies.map((reply) => (
              <li key={reply.id} className="flex items-center gap-1 py-1.5">
                <div className="min-w-0 flex-1">
                  <p className="truncate text-ui font-semibold">{reply.title}</p>
                  <p className="truncate text-small text-muted">{reply.text}</p>
                </div>
                <IconButton
                  label={`Editar «${reply.title}»`}
                  icon={<Pencil aria-hidden="true" className="size-4.5" />}
                  onClick={() => setEdited(reply)}
                />
                <IconButton
                  label={`Eliminar «${reply.title}»`}
                  icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                  onClick={() => void remove.submit(reply)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
