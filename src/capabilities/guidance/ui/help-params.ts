import { COMMUNES } from '../../../chile/regions.ts'
import { PROFILE_SPECIALTIES } from '../../../chile/specialties.ts'
import { fold } from '../../../ui/lists/fold.ts'
import { MESSAGES } from '../schema.ts'

/** No specialty or commune has a longer name. */
const MAX_NAME_LENGTH = 80

/** What one field of the page's form has: a known name, or what was typed and why it names nothing. */
export interface HelpParam {
  value: string
  error?: string
}

/** The two fields, as the page's URL has them. */
export interface HelpParams {
  specialty: HelpParam
  commune: HelpParam
}

/**
 * Reads the URL of the page. People may type into the form without JavaScript, so accents and case do not matter
 * (PLZ-75). Only for loaders: it imports the long lists.
 */
export const parseHelpParams = (search: URLSearchParams): HelpParams => ({
  specialty: parseName(search.get('especialidad'), PROFILE_SPECIALTIES, MESSAGES.specialtyUnknown),
  commune: parseName(search.get('comuna'), COMMUNES, MESSAGES.communeUnknown),
})

function parseName(text: string | null, names: readonly string[], error: string): HelpParam {
  const typed = (text ?? '').toWellFormed().replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH)
  if (typed === '') return { value: '' }
  const folded = fold(typed)
  const known = names.find((name) => fold(name) === folded)
  return known === undefined ? { value: typed, error } : { value: known }
}
