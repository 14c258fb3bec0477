import { toast } from '../../../ui/toast.ts'
import { UNDO_SECONDS } from '../rules.ts'

/** The offers that stand, by chat: whatever is written in a chat ends its offer. */
const offers = new Map<string, AbortController>()

/** H-05: for 30 seconds a toast, which outlives the page, takes «Iniciar Chat» back. */
export function offerUndo(chatId: string, undo: () => void): void {
  const offer = new AbortController()
  offers.set(chatId, offer)
  setTimeout(() => endOffer(chatId), UNDO_SECONDS * 1000)
  toast({
    kind: 'success',
    title: 'Chat iniciado',
    text: 'Usaste 1 crédito.',
    action: { label: 'Deshacer', run: undo },
    milliseconds: UNDO_SECONDS * 1000,
    until: offer.signal,
  })
}

/** Something was written in the chat, or its time is over. */
export function endOffer(chatId: string): void {
  offers.get(chatId)?.abort()
  offers.delete(chatId)
}
