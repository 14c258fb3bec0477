/** Imports the results on demand, to keep the first visit of the AI search light (docs/design.md §11). */
export const loadResults = () => import('./results.tsx')
/** The same for what is shown about the text above them. */
export const loadAnswer = () => import('./answer.tsx')
