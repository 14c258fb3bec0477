import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** How long the notice stays after the connection is back. */
const RECONNECTED_MS = 3_000

/**
 * Says that the page receives no live updates, and for a moment when it does again. At the lower edge of the
 * top bar it covers neither headings nor text fields; presses pass through it.
 * @param lost whether there has been no live connection for a while
 */
export function ConnectionNotice({ lost }: { lost: boolean }) {
  const wasLost = useRef(false)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    const back = wasLost.current && !lost
    wasLost.current = lost
    setBack(back)
    if (!back) return
    const timer = setTimeout(() => setBack(false), RECONNECTED_MS)
    return () => clearTimeout(timer)
  }, [lost])
  // The live region is mounted from the start: screen readers announce only what is added later.
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 top-12 z-40 flex justify-center md:pr-44"
    >
      {(lost || isBack) && (
        <p className="flex min-h-9 items-center gap-2.5 rounded-full border border-line-strong bg-surface px-4 py-1.5 text-small font-medium text-ink shadow-float transition duration-200 ease-out starting:-translate-y-2 starting:opacity-0 motion-reduce:transition-none">
          {lost ? (
            <>
              <Spinner className="size-4 text-accent-ink" />
              Sin conexión en vivo. Reintentando…
            </>
          ) : (
            <>
              <CircleCheck aria-hidden="true" className="size-4.5 text-verified" />
              Conexión en vivo restablecida.
            </>
          )}
        </p>
      )}
    </div>
  )
}
