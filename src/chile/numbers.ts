/** Separates thousands with dots: «1234567» gives «1.234.567». @param digits of a whole number from 0 */
export function groupThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, '.')
}
