/** COL-07, CRD-03: experience as shown on a card. */
export const experienceText = (years: number): string =>
  years === 0 ? 'Menos de 1 año' : years === 1 ? '1 año de experiencia' : `${years} años de experiencia`
