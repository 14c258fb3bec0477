import type { ReactNode } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { DeadlinesContract } from '../contract.ts'
import type { CalculateInput } from '../schema.ts'

export const LINK_BUTTON =
  'inline-flex min-h-11 items-center gap-1.5 text-ui font-semibold text-primary-ink hover:underline'

export interface CalendarButtonProps {
  items: CalculateInput[]
  icon: ReactNode
  children: ReactNode
}

/** PLZ-41: downloads the days as a calendar file. */
export function CalendarButton({ items, icon, children }: CalendarButtonProps) {
  const { submit, pending } = useSubmit(() => rpc<DeadlinesContract>('deadlines').calendar({ items }), {
    onDone: ({ text }) => saveFile(text),
    forVisitors: true,
  })
  return (
    <button type="button" aria-disabled={pending} onClick={() => void submit()} className={LINK_BUTTON}>
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  )
}

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'plazos.ics' })
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
