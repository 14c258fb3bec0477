import { wholeSheet } from './style-sheets.tsx'

/**
 * `import()` that can be tried again: browsers remember a failed one by its address, so the second try has another.
 * Where the error does not name the address (Safari), the browser itself forgets. What is fetched so is going to be
 * shown: its style sheet is there too.
 */
export const fetched = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([
    load().catch(
      (error: Error) =>
        import(/* @vite-ignore */ `${/\S+$/.exec(error.message)}?${Date.now()}`) as Promise<Module>,
    ),
    wholeSheet(),
  ])
  return module
}
