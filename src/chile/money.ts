import { groupThousands } from './numbers.ts'

/**
 * Formats Chilean pesos (OPEN-64): «$46.000». Without Intl, so that server and browser cannot differ.
 * @param pesos CLP; a fraction is rounded, since the peso has no cents
 */
export function formatMoney(pesos: number): string {
  const whole = Math.round(pesos)
  return `${whole < 0 ? '-' : ''}$${groupThousands(Math.abs(whole))}`
}
