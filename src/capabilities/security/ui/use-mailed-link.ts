import { useHash } from '../../../site/use-hash.ts'

/** The secret of a mailed link, by name. Empty on the server and during hydration. */
export const useMailedLink = () => new URLSearchParams(useHash() ?? '')
