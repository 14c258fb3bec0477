import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installNavigationRetry } from './platform/routing/navigation-retry.ts'
import { stopRecordingInput } from './ui/boot/pre-hydration-replay.ts'

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
