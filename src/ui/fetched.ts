/**
 * `import()` that can be tried again: browsers remember a failed one by its address, so the second try has another.
 * Where the error does not name the address (Safari), the browser itself forgets.
 */
export const fetched = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: Error) => import(/* @vite-ignore */ `${/\S+$/.exec(error.message)}?${Date.now()}`))
