import { toast } from '../../../ui/feedback/toast.ts'

/** Open offers by chat. A message in the chat ends its offer. */
const offers = new Map<string, AbortController>()

/**
 * H-05: shows a toast that undoes «Iniciar Chat» for `seconds`, also after a navigation. The time is a
 * parameter because the navigation bar of every page loads this file and should not load the rules with it.
 */
export function offerUndo(chatId: string, seconds: number, undo: () => void): void {
  const offer = new AbortController()
  offers.set(chatId, offer)
  setTimeout(() => endUndoOffer(chatId), seconds * 1000)
  toast({
    kind: 'success',
    title: 'Chat iniciado',
    text: 'Usaste 1 crédito.',
    action: { label: 'Deshacer', run: undo },
    durationMs: seconds * 1000,
    dismissSignal: offer.signal,
  })
}

/** Ends an offer: a message was written in the chat, or the time is over. */
export function endUndoOffer(chatId: string): void {
  offers.get(chatId)?.abort()
  offers.delete(chatId)
}
