import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '../boot/plain-click.ts'
import { TextLink } from './text-link.tsx'

/** «Volver»: one step back in the history; to the home page when this is the tab's first page. */
export function BackLink() {
  const navigate = useNavigate()
  const back = (event: MouseEvent) => {
    const historyState = window.history.state as { idx?: number } | null
    if (!isPlainClick(event) || !historyState?.idx) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <TextLink to="/" onClick={back} className="text-muted">
      <ArrowLeft aria-hidden="true" className="size-4.5" />
      Volver
    </TextLink>
  )
}
