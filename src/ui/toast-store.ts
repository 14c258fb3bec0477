export type ToastKind = 'success' | 'error' | 'info'

export interface ToastAction {
  label: string
  run(): void
}

export interface ToastInput {
  /** «Error», «Éxito» or «Aviso» when left out (OPEN-66). */
  title?: string | undefined
  text?: string | undefined
  kind: ToastKind
  /** A way to take back what was done; pressing it closes the toast. */
  action?: ToastAction | undefined
  /** How long it stays, when not as long as its kind does. */
  milliseconds?: number | undefined
  /** Takes the toast back when it aborts. */
  until?: AbortSignal | undefined
}

export interface Toast {
  readonly id: number
  readonly title: string
  readonly text: string | undefined
  readonly kind: ToastKind
  readonly action?: ToastAction | undefined
}

/** Why the clocks stand: nobody can see the toasts, or someone is reading them. */
export type Hold = 'unseen' | 'hover' | 'focus' | 'hidden'

export const visibleLimit = 3
export const lifetimes: Record<ToastKind, number> = { error: 10_000, success: 6_000, info: 6_000 }
const titles: Record<ToastKind, string> = { error: 'Error', success: 'Éxito', info: 'Aviso' }

interface Entry {
  toast: Toast
  left: number
  startedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * The queue behind the toasts. At most three are shown: a fourth sends the oldest one away that is no error and offers
 * nothing, and waits when there is none, so that each error has its ten seconds and each offer its time. A repeated toast
 * starts its time anew.
 */
export function createToastStore() {
  const entries: Entry[] = []
  const listeners = new Set<() => void>()
  const holds = new Set<Hold>(['unseen'])
  let visible: readonly Toast[] = []
  let lastId = 0

  const stop = (entry: Entry) => {
    if (entry.timer === undefined) return
    clearTimeout(entry.timer)
    entry.timer = undefined
    entry.left -= Date.now() - entry.startedAt
  }
  const run = (entry: Entry) => {
    if (entry.timer !== undefined || holds.size > 0) return
    entry.startedAt = Date.now()
    entry.timer = setTimeout(() => dismiss(entry.toast.id), Math.max(entry.left, 0))
  }
  const remove = (entry: Entry | undefined) => {
    if (!entry) return
    stop(entry)
    entries.splice(entries.indexOf(entry), 1)
  }
  const publish = () => {
    const shown = entries.slice(0, visibleLimit)
    shown.forEach(run)
    visible = shown.map((entry) => entry.toast)
    for (const listener of listeners) listener()
  }

  function dismiss(id: number) {
    remove(entries.find((entry) => entry.toast.id === id))
    publish()
  }

  function add({ kind, title = titles[kind], text, action, milliseconds, until }: ToastInput): number {
    if (until?.aborted) return 0
    const same = ({ toast }: Entry) =>
      toast.kind === kind && toast.title === title && toast.text === text && !toast.action
    // Two offers in the same words take back two different things.
    if (!action) remove(entries.find(same))
    if (entries.length >= visibleLimit) {
      remove(entries.slice(0, visibleLimit).find(({ toast }) => toast.kind !== 'error' && !toast.action))
    }
    lastId += 1
    const id = lastId
    until?.addEventListener('abort', () => dismiss(id), { once: true })
    entries.push({
      toast: { id, title, text, kind, action },
      left: milliseconds ?? lifetimes[kind],
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
    hold(reason: Hold) {
      holds.add(reason)
      entries.forEach(stop)
    },
    release(reason: Hold) {
      holds.delete(reason)
      entries.slice(0, visibleLimit).forEach(run)
    },
  }
}
