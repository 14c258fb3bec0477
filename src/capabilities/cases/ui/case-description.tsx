import { ChevronDown } from 'lucide-react'

/** Lines of the wizard, or as many signs of running text, that stay unfolded. */
const LINES = 4
const SIGNS = 320

const TITLE = 'Descripción del caso'
const titleClass = 'font-sans text-ui/6 font-semibold text-muted'

/** What the client wrote, for both parties; folded where it would push the work away. */
export function CaseDescription({ text }: { text: string }) {
  if (text.trim() === '') return null
  const words = (
    <p dir="auto" className="mt-1 max-w-170 text-ui wrap-anywhere whitespace-pre-line">
      {text}
    </p>
  )
  const isLong = text.length > SIGNS || text.split('\n').length > LINES
  return isLong ? (
    <details className="group pb-6">
      <summary className="-my-2.5 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <h2 className={titleClass}>{TITLE}</h2>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-2">{words}</div>
    </details>
  ) : (
    <section className="pb-6">
      <h2 className={titleClass}>{TITLE}</h2>
      {words}
    </section>
  )
}
