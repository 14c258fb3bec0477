import { loadMainStyleSheet } from './style-sheets.tsx'

/**
 * `import()` that can be retried: browsers cache a failed import by its URL, so the retry uses another URL.
 * Safari's error does not contain the URL, but Safari does not cache the failure. Also waits for the main
 * style sheet, because the module is about to be shown.
 * @throws when the module or the style sheet cannot be fetched; the next call tries again
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([
    load().catch(
      (error: Error) =>
        import(/* @vite-ignore */ `${/\S+$/.exec(error.message)}?${Date.now()}`) as Promise<Module>,
    ),
    loadMainStyleSheet(),
  ])
  return module
}
