import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installNavigationRetry } from './platform/rpc/unreachable.ts'
import { endEarlyPresses } from './ui/early-press.ts'

installNavigationRetry()
endEarlyPresses()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
