import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installNavigationRetry } from './platform/rpc/unreachable.ts'
import { stopRecordingInput } from './ui/early-press.ts'

installNavigationRetry()
stopRecordingInput()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
