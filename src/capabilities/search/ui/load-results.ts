/** Imports the results on demand, to keep the first visit of the AI search light (docs/design.md §11). */
export const loadResults = () => import('./results.tsx')
