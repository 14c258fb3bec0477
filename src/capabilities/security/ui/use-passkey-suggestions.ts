import { type FocusEvent, useEffect, useRef } from 'react'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { passkeyObstacle } from './passkey-support.ts'

/**
 * DAT-45: the browser suggests passkeys in the e-mail field, where it can. Nothing is loaded before the first use of the
 * form, and a failure is not shown: the button does that.
 * @returns the form's `onFocus`
 */
export function usePasskeySuggestions(onSignedIn: () => void): (event: FocusEvent<HTMLFormElement>) => void {
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])
  return ({ target }) => {
    if (!(target instanceof HTMLInputElement) || end.current || passkeyObstacle()) return
    if (!PublicKeyCredential.isConditionalMediationAvailable) return
    let isOver = false
    end.current = () => {
      isOver = true
    }
    void (async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
      const ceremony = await importWithRetry(() => import('./passkey-ceremony.ts'))
      if (isOver) return
      end.current = ceremony.endSuggestions
      if (await ceremony.signInFromSuggestion()) onSignedIn()
    })().catch(() => {})
  }
}
