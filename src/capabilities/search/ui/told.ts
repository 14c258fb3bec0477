/** What /buscar-ia keeps of a problem told there: the words, and what it read in them. */
interface Told {
  text: string
}

/**
 * For the way back from a profile, and for the forms that ask the same again: in this page's memory alone, gone with a
 * reload, and nobody's whose session is another. Only browsers write it.
 */
let remembered: { owner: string | null; told: Told } | undefined

/** @param owner the signed-in person's id; null: a visitor */
export function remember(owner: string | null, told: Told): void {
  remembered = { owner, told }
}

/** What the same person told, or undefined. */
export const rememberedBy = <T extends Told>(owner: string | null): T | undefined =>
  remembered?.owner === owner ? (remembered.told as T) : undefined

/** The words that this person told, before signing in too; '' when there are none. @param userId who is signed in */
export const toldText = (userId: string): string =>
  remembered && (remembered.owner === null || remembered.owner === userId) ? remembered.told.text.trim() : ''
