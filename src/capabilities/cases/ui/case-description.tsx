import { ChevronDown } from 'lucide-react'

/** Longer descriptions, in lines or characters, start closed. */
const MAX_OPEN_LINES = 4
const MAX_OPEN_CHARS = 320

const TITLE = 'Descripción del caso'
const titleClass = 'font-sans text-ui/6 font-semibold text-muted'

/** The client's description. Long text starts closed, to keep the workspace near the top. */
export function CaseDescription({ text }: { text: string }) {
  if (text.trim() === '') return null
  const paragraph = (
    <p dir="auto" className="mt-1 max-w-170 text-ui wrap-anywhere whitespace-pre-line">
      {text}
    </p>
  )
  const isLong = text.length > MAX_OPEN_CHARS || text.split('\n').length > MAX_OPEN_LINES
  return isLong ? (
    <details className="group pb-6">
      <summary className="-my-2.5 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <h2 className={titleClass}>{TITLE}</h2>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-2">{paragraph}</div>
    </details>
  ) : (
    <section className="pb-6">
      <h2 className={titleClass}>{TITLE}</h2>
      {paragraph}
    </section>
  )
}
