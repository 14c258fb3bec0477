/**
 * Whether a test asks for this fault to be acted out (setting FAULTS, local mode only). For faults that no honest
 * means can bring about at the right moment; everything else is provoked for real. One that is asked for as
 * `once:name` is acted out the first time alone, in each process.
 */
export function faultAsked({ faults }: { faults: string[] }, name: string): boolean {
  const once = faults.indexOf(`once:${name}`)
  if (once < 0) return faults.includes(name)
  faults.splice(once, 1)
  return true
}
