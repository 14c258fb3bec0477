import { type RefObject, useLayoutEffect } from 'react'

export type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * The text typed into a field before hydration, as recorded by src/ui/boot/pre-hydration-replay.ts: React overwrites a text
 * area with the server's value when it hydrates. Autofill may fire no event, so otherwise the field's value
 * counts. To be read once, when the field is mounted.
 */
export const textBeforeHydration = ({ early, value }: TextControl): string => early ?? value

/** Passes the text typed before hydration to a controlled field. */
export function useTextBeforeHydration(
  field: RefObject<TextControl | null>,
  take: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before a render can overwrite it
  useLayoutEffect(() => {
    const text = field.current && textBeforeHydration(field.current)
    if (text && text !== field.current?.defaultValue) take(text)
  }, [])
}
