import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../../../ui/theme/class-names.ts'

export interface DataPart {
  /** Also its anchor. */
  id: string
  title: string
  content: ReactNode
}

/** The fragment of the address, without «#». Empty on the server. */
function useAnchor() {
  const [anchor, setAnchor] = useState('')
  useEffect(() => {
    const read = () => setAnchor(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return anchor
}

/** DAT-03, DAT-04: the parts of «Tus datos» with links to them. On a phone they fold, and the first is open. */
export function DataParts({ parts }: { parts: readonly DataPart[] }) {
  const anchor = useAnchor()
  const current = parts.some(({ id }) => id === anchor) ? anchor : parts[0]?.id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <nav aria-label="Partes de la página" className="hidden border-b border-line md:block">
        <ul className="flex flex-wrap gap-x-6">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className={classNames(
                  'inline-flex min-h-12 items-center text-ui font-medium',
                  id === current
                    ? 'font-semibold text-ink shadow-[inset_0_-2px_0_var(--color-primary)]'
                    : 'text-muted hover:text-ink',
                )}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map((part, at) => (
        <FoldingPart key={part.id} part={part} isFirst={at === 0} isTarget={part.id === anchor} />
      ))}
    </div>
  )
}

function FoldingPart({
  part: { id, title, content },
  isFirst,
  isTarget,
}: {
  part: DataPart
  isFirst: boolean
  isTarget: boolean
}) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (isFirst || isTarget)
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 border-line py-4 not-first-of-type:border-t md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] md:py-6"
    >
      <h2 id={`${id}-titulo`} className="text-h3">
        <span className="max-md:hidden">{title}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-contenido`}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-4 text-left md:hidden"
        >
          {title}
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={`${id}-contenido`} className={classNames('min-w-0', !isOpen && 'max-md:hidden')}>
        {content}
      </div>
    </section>
  )
}
