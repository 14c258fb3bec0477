import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { TextLink } from './text-link.tsx'

/** «Volver»: one step back in the history; to the home page when this is the tab's first page. */
export function BackLink() {
  const navigate = useNavigate()
  const back = (event: MouseEvent) => {
    const historyState = window.history.state as { idx?: number } | null
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!plain || !historyState?.idx) return
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
