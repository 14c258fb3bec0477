import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

interface LinkActionProps {
  text?: string
  label: string
  pendingLabel: string
  pending: boolean
  problem: ReactNode
  onPress(): void
}

/** The button of a page that an e-mail links to: only pressing it uses the link. */
export const LinkAction = ({ text, label, pendingLabel, pending, problem, onPress }: LinkActionProps) => (
  <div className="grid gap-5">
    {text && <p className="text-ui text-muted">{text}</p>}
    {problem && (
      <Notice kind="danger" live>
        {problem}
      </Notice>
    )}
    <Button variant="primary" size="lg" block pending={pending} pendingLabel={pendingLabel} onClick={onPress}>
      {label}
    </Button>
  </div>
)
