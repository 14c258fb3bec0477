/** «1 crédito», «4 créditos». */
export const creditsText = (count: number): string => (count === 1 ? '1 crédito' : `${count} créditos`)

/** «1 crédito disponible», «4 créditos disponibles». */
export const availableText = (count: number): string =>
  `${creditsText(count)} ${count === 1 ? 'disponible' : 'disponibles'}`
