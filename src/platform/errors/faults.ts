/**
 * Whether a test asks for this fault to be acted out (setting FAULTS, local mode only). For faults that no honest
 * means can bring about at the right moment; everything else is provoked for real.
 */
export const faultAsked = (config: { faults: string[] }, name: string): boolean =>
  config.faults.includes(name)
