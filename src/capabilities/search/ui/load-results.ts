/** The list of results: apart, so that a first visit of the AI search goes without it (DESIGN §11). */
export const loadResults = () => import('./results.tsx')
