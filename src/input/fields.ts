import * as z from 'zod/mini'
import { cleanText, fitsLength, hasVisibleText } from './text.ts'

/** Zod field for a UUID in canonical lower case, so that a repeated request is recognised by its id. */
export const idField = (message: string) => z.uuid(message).check(z.toLowerCase())

/** Zod field for a text: cleaned, not empty, at most `max` grapheme clusters. */
export const textField = (max: number, empty: string, tooLong: string, clean = cleanText) =>
  z.pipe(
    z.pipe(z.string(empty).check(z.maxLength(max * 10, tooLong)), z.transform(clean)),
    z.string().check(
      z.refine((text) => hasVisibleText(text), { error: empty, abort: true }),
      z.refine((text) => fitsLength(text, max), tooLong),
    ),
  )

/** Zod field for the `next` of the previous page of a list sorted by time. */
export const timeCursorField = (separator: '.' | '_', message: string) => {
  const form = new RegExp(`^\\d{1,16}[${separator}][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
  return z.optional(z.string(message).check(z.regex(form, message)))
}

/** The names of labels, for `z.enum`. */
export const keysOf = <Labels extends object>(labels: Labels) =>
  Object.keys(labels) as [keyof Labels & string, ...(keyof Labels & string)[]]
