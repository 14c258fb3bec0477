import { type RefObject, useLayoutEffect } from 'react'

export type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * What was typed into a field before React met it: a page is drawn a second or more before it is alive (early-press.ts).
 * React itself writes what the server knew over it, in a field of several lines as it takes over the page; a browser that
 * fills in a form by itself may tell of nothing. Asked once, when the field is met.
 */
export const earlyIn = ({ early, value }: TextControl): string => early ?? value

/** Takes what was typed early into a controlled field. */
export function useTypedEarly(field: RefObject<TextControl | null>, take: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything else can be drawn over it
  useLayoutEffect(() => {
    const text = field.current && earlyIn(field.current)
    if (text && text !== field.current?.defaultValue) take(text)
  }, [])
}
