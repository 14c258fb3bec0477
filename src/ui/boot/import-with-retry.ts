/**
 * `import()` that can be retried: browsers cache a failed import by its URL, so the retry uses another URL.
 * Safari's error does not contain the URL, but Safari does not cache the failure.
 * @throws when the module cannot be fetched; the next call tries again
 */
export const importWithRetry = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(
    (error: Error) =>
      import(/* @vite-ignore */ `${/\S+$/.exec(error.message)}?${Date.now()}`) as Promise<Module>,
  )
