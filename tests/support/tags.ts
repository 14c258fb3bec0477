/** A tag of Vitest's, for `test('…', { tags: 'built' }, …)`. */
export const BUILT = {
  name: 'built',
  description: 'Needs the built pages, or kills a process: never run on mutants.',
}
