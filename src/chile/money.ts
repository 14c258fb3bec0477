/**
 * Formats Chilean pesos (OPEN-64): «$46.000». Without Intl, so that server and browser cannot differ.
 * @param pesos CLP; a fraction is rounded, since the peso has no cents
 */
export function formatMoney(pesos: number): string {
  const whole = Math.round(pesos)
  return `${whole < 0 ? '-' : ''}$${groupThousands(Math.abs(whole))}`
}

/** Separates thousands with dots: «1234567» gives «1.234.567». @param digits of a whole number from 0 */
export function groupThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, '.')
}
