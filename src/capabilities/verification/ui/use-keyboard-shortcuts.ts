import { useEffect, useEffectEvent } from 'react'

/**
 * Single-letter shortcuts of the page. Ignored while the user types or a dialog is open, and on key repeat.
 * @param keys action by lower-case letter
 */
export function useKeyboardShortcuts(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
    if (target?.closest('input, textarea, select, [role=dialog], [contenteditable]')) return
    if (document.querySelector('[role=dialog]')) return
    keys[event.key.toLowerCase()]?.()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
