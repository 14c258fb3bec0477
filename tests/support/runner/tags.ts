/** A Vitest tag, for `test('…', { tags: 'built' }, …)`. */
export const NEEDS_BUILD = {
  name: 'built',
  description: 'Needs the built pages or kills a process: excluded from mutation tests.',
}
