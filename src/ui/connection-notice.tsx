import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from './spinner.tsx'

/** Milliseconds that the good news stands. */
const GOOD_NEWS = 3_000

/**
 * Says that the page hears nothing new at the moment, and when it does again. It stands on the lower edge of the bar on
 * top, where neither a heading nor what one writes is covered, and lets every press through.
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
    const timer = setTimeout(() => setBack(false), GOOD_NEWS)
    return () => clearTimeout(timer)
  }, [lost])
  // The live region stands from the start: screen readers say what is put into it later.
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
