/** Lifetime of a token from `intent`, in seconds (OPEN-05). */
export const INTENT_TTL_SECONDS = 120
export const PAGE_SIZE = 20

/**
 * PDFs are shown in a frame; everything else the bucket accepts is an image.
 * @param key storage key of the file
 */
export const documentKind = (key: string): 'image' | 'pdf' => (key.endsWith('.pdf') ? 'pdf' : 'image')

/** Matches a unit that already names its type, such as «Oficina 401» or «Of401». */
const UNIT_WITH_TYPE =
  /^(?:oficina|ofic|of|departamento|depto|dpto|depa|local|piso|casa|torre|block|edificio)(?!\p{L})/iu

/**
 * The declared address in one line. The form has one field «Departamento u oficina»: a bare number there
 * means an apartment, so «depto.» is added.
 */
export function formatAddress(street: string | null, number: string | null, unit: string | null): string {
  const labelled = unit && !UNIT_WITH_TYPE.test(unit) ? `depto. ${unit}` : unit
  return [street, number, labelled].filter(Boolean).join(' ')
}
