/**
 * Whether to inject this fault (setting FAULTS, local mode only). For tests whose fault cannot be caused for
 * real at the right moment. `once:name` injects it only the first time, in each process.
 */
export function shouldInjectFault({ faults }: { faults: string[] }, name: string): boolean {
  const once = faults.indexOf(`once:${name}`)
  if (once < 0) return faults.includes(name)
  faults.splice(once, 1)
  return true
}
