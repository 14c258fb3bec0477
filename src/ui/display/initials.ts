/** First letters of the first two words, in capitals; «U» when there is no letter (OPEN-60). */
export function initials(name: string | null | undefined): string {
  const letters = (name ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((word) => word.match(/\p{L}/u) ?? [])
    .slice(0, 2)
  return letters.join('').toLocaleUpperCase('es') || 'U'
}

/** One of five background tones for initials, a hash of the name: the same name always has the same. */
export function initialsTone(name: string | null | undefined): 1 | 2 | 3 | 4 | 5 {
  let sum = 0
  for (const character of (name ?? '').normalize('NFC').trim())
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return ((sum % 5) + 1) as 1 | 2 | 3 | 4 | 5
}
