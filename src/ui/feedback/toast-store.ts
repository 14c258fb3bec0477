export type ToastKind = 'success' | 'error' | 'info'

export interface ToastAction {
  label: string
  run(): void
}

export interface ToastText {
  /** «Error», «Éxito» or «Aviso» by default (OPEN-66). */
  title?: string | undefined
  text?: string | undefined
  /** A button, usually to undo; pressing it closes the toast. */
  action?: ToastAction | undefined
  /** Duration in ms, if not the default of its kind. */
  durationMs?: number | undefined
}

export interface ToastInput extends ToastText {
  kind: ToastKind
  /** Dismisses the toast when it aborts. */
  dismissSignal?: AbortSignal | undefined
}

export interface Toast {
  readonly id: number
  readonly title: string
  readonly text: string | undefined
  readonly kind: ToastKind
  readonly action?: ToastAction | undefined
}

/** Why the timers are paused: toasts not mounted, hovered, focused, or the browser tab in the background. */
export type PauseReason = 'unseen' | 'hover' | 'focus' | 'hidden'

export const MAX_VISIBLE = 3
export const LIFETIMES_MS: Record<ToastKind, number> = { error: 10_000, success: 6_000, info: 6_000 }
const titles: Record<ToastKind, string> = { error: 'Error', success: 'Éxito', info: 'Aviso' }

interface Entry {
  toast: Toast
  remainingMs: number
  startedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * The toast queue. At most three are shown. A fourth replaces the oldest that is neither an error nor has an
 * action; if there is none it waits, so that each error gets its ten seconds and each action its time. A
 * repeated toast restarts its time.
 */
export function createToastStore() {
  const entries: Entry[] = []
  const listeners = new Set<() => void>()
  const pauseReasons = new Set<PauseReason>(['unseen'])
  let visible: readonly Toast[] = []
  let lastId = 0

  const stopTimer = (entry: Entry) => {
    if (entry.timer === undefined) return
    clearTimeout(entry.timer)
    entry.timer = undefined
    entry.remainingMs -= Date.now() - entry.startedAt
  }
  const startTimer = (entry: Entry) => {
    if (entry.timer !== undefined || pauseReasons.size > 0) return
    entry.startedAt = Date.now()
    entry.timer = setTimeout(() => dismiss(entry.toast.id), Math.max(entry.remainingMs, 0))
  }
  const remove = (entry: Entry | undefined) => {
    if (!entry) return
    stopTimer(entry)
    entries.splice(entries.indexOf(entry), 1)
  }
  const publish = () => {
    const shown = entries.slice(0, MAX_VISIBLE)
    shown.forEach(startTimer)
    visible = shown.map((entry) => entry.toast)
    for (const listener of listeners) listener()
  }

  function dismiss(id: number) {
    remove(entries.find((entry) => entry.toast.id === id))
    publish()
  }

  function add({ kind, title = titles[kind], text, action, durationMs, dismissSignal }: ToastInput): number {
    if (dismissSignal?.aborted) return 0
    const same = ({ toast }: Entry) =>
      toast.kind === kind && toast.title === title && toast.text === text && !toast.action
    // Two actions with the same text may undo two different things.
    if (!action) remove(entries.find(same))
    if (entries.length >= MAX_VISIBLE) {
      remove(entries.slice(0, MAX_VISIBLE).find(({ toast }) => toast.kind !== 'error' && !toast.action))
    }
    lastId += 1
    const id = lastId
    dismissSignal?.addEventListener('abort', () => dismiss(id), { once: true })
    entries.push({
      toast: { id, title, text, kind, action },
      remainingMs: durationMs ?? LIFETIMES_MS[kind],
      startedAt: 0,
      timer: undefined,
    })
    publish()
    return id
  }

  return {
    add,
    dismiss,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    visible: () => visible,
    /** Pauses all timers until every reason is gone. */
    pause(reason: PauseReason) {
      pauseReasons.add(reason)
      entries.forEach(stopTimer)
    },
    resume(reason: PauseReason) {
      pauseReasons.delete(reason)
      entries.slice(0, MAX_VISIBLE).forEach(startTimer)
    },
  }
}
