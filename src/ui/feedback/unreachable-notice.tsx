import { Button } from '../actions/button.tsx'

export interface UnreachableNoticeProps {
  title: string
  text: string
  onRetry(): void
  onClose(): void
}

/** Says, over the current page, that another page could not be opened (H-08). */
export function UnreachableNotice({ title, text, onRetry, onClose }: UnreachableNoticeProps) {
  return (
    <div
      role="alert"
      className="fixed inset-x-3 top-3 z-50 mx-auto max-w-[32rem] rounded-l border border-line-strong bg-surface px-4 py-3.5 text-ui text-ink shadow-float"
    >
      <b className="block">{title}</b>
      <p className="mt-0.5 text-small text-muted">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" size="sm" onClick={onRetry}>
          Reintentar
        </Button>
        <Button size="sm" onClick={onClose}>
          Seguir en esta página
        </Button>
      </div>
    </div>
  )
}
