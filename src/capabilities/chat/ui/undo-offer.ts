import { toast } from '../../../ui/toast.ts'

/** The offers that stand, by chat: whatever is written in a chat ends its offer. */
const offers = new Map<string, AbortController>()

/**
 * H-05: for some seconds a toast, which outlives the page, takes «Iniciar Chat» back. The time is the caller's to say: the bar
 * of every page loads this file, and should not load the rules with it.
 */
export function offerUndo(chatId: string, seconds: number, undo: () => void): void {
  const offer = new AbortController()
  offers.set(chatId, offer)
  setTimeout(() => endOffer(chatId), seconds * 1000)
  toast({
    kind: 'success',
    title: 'Chat iniciado',
    text: 'Usaste 1 crédito.',
    action: { label: 'Deshacer', run: undo },
    milliseconds: seconds * 1000,
    until: offer.signal,
  })
}

/** Something was written in the chat, or its time is over. */
export function endOffer(chatId: string): void {
  offers.get(chatId)?.abort()
  offers.delete(chatId)
}
