import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button, type ButtonProps } from '../../../ui/actions/button.tsx'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { passkeyObstacle } from './passkey-support.ts'
import { ProblemText } from './problem-text.tsx'

type Ceremony = typeof import('./passkey-ceremony.ts')

export interface PasskeyButtonProps extends Pick<ButtonProps, 'variant'> {
  label: string
  /** @returns false: it was not used, for a reason that the form shows */
  use(ceremony: Ceremony): Promise<unknown>
  onDone(): void
  forVisitors?: boolean
}

/** DAT-45: a button that uses a passkey. Its code is loaded on the press; a failure is shown below it. */
export function PasskeyButton({ label, use, onDone, forVisitors = false, variant }: PasskeyButtonProps) {
  const [obstacle, setObstacle] = useState<string | null>(null)
  const { submit, pending, failure } = useSubmit(
    async () => {
      const found = passkeyObstacle()
      setObstacle(found)
      if (found) return false
      const ceremony = await importWithRetry(() => import('./passkey-ceremony.ts'))
      return use(ceremony).then(
        (isUsed) => isUsed !== false,
        (error: unknown) => {
          if (!(error instanceof ceremony.PasskeyFailure)) throw error
          setObstacle(error.message)
          return false
        },
      )
    },
    { onDone: (isUsed) => isUsed && onDone(), toast: null, forVisitors },
  )
  const problem = obstacle ?? failure?.message
  return (
    <div className="grid gap-3">
      <Button
        variant={variant}
        size="lg"
        block
        pending={pending}
        pendingLabel="Usando tu llave…"
        onClick={() => void submit()}
      >
        <KeyRound aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
      {problem && (
        <Notice kind="danger" live>
          <ProblemText text={problem} />
        </Notice>
      )}
    </div>
  )
}

/** «o», between two ways. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-4 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      o
    </p>
  )
}
