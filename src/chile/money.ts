/**
 * Chilean pesos as people write them (OPEN-64): «$46.000». Written by hand, so that server and browser cannot differ.
 * @param pesos whole pesos; a fraction is rounded, for the peso has no cents
 */
export function formatMoney(pesos: number): string {
  const whole = Math.round(pesos)
  return `${whole < 0 ? '-' : ''}$${groupThousands(Math.abs(whole))}`
}

const groupThousands = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, '.')
