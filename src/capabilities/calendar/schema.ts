import * as z from 'zod/mini'

export const MESSAGES = {
  failed: 'No se pudo cargar tu calendario.',
  partiesOnly: 'Solo los clientes y los abogados tienen calendario.',
  none: 'No tienes una dirección de calendario.',
  namesUnknown: 'Indica si se muestran los nombres.',
  tooMany: 'Cambiaste la dirección muchas veces. Espera un momento e inténtalo de nuevo.',
} as const

/** SEG-29: the caller's calendar address, without the address itself. Null: there is none. */
export const feedOutput = z.object({
  feed: z.nullable(z.object({ with_names: z.boolean(), created_at: z.iso.datetime() })),
})
export type FeedState = z.infer<typeof feedOutput>

/** The only answer that contains the address. */
export const newAddressOutput = z.object({ url: z.string() })

export const showNamesInput = z.strictObject({ with_names: z.boolean(MESSAGES.namesUnknown) })
export type ShowNamesInput = z.infer<typeof showNamesInput>
