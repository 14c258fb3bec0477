/** What a schema found wrong, by field: the first message of each path, joined by dots. */
export function problemsOf(parsed: {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined
}): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join('.')] ??= message
  return problems
}
