import type { MouseEvent } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { classNames } from '../theme/class-names.ts'
import { focusField } from './focus-first-invalid.ts'

/**
 * DAT-74: at the top of a form with several questions: what is wrong, with a link to each field. Nothing while there is at
 * most one problem, because the field itself says it.
 * @param problems the texts that the fields show
 */
export function ErrorSummary({
  problems,
  className,
}: {
  problems: Readonly<Record<string, string | undefined>>
  className?: string
}) {
  const wrong = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (wrong.length < 2) return null
  const title = `Revisa ${wrong.length} respuestas`
  return (
    <section
      tabIndex={-1}
      data-error-summary
      aria-label={title}
      className={classNames('rounded-l', className)}
    >
      <Notice kind="danger" title={title}>
        <ul className="mt-1">
          {wrong.map(([name, text]) => (
            <li key={name}>
              <button
                type="button"
                className="py-2 text-left font-medium text-danger-ink underline md:pointer-fine:py-0.5"
                onClick={(event) => focusFieldOf(event, text)}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}

function focusFieldOf({ currentTarget }: MouseEvent, text: string): void {
  const form = currentTarget.closest('form, [role=dialog], [role=alertdialog]')
  const hasText = (field: Element) =>
    field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .some((id) => document.getElementById(id)?.textContent === text)
  const field = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])].find(hasText)
  if (field) focusField(field)
}
