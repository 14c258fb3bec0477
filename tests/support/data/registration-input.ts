/** The input of the registration form. */
let personCount = 0

/** Valid input with a new e-mail address. @param change overrides fields; undefined removes one */
export const registrationInput = (change: Record<string, unknown> = {}) => ({
  name: 'Camila Rojas Fuentes',
  email: `camila${++personCount}@prueba.test`,
  password: 'secreta1',
  confirmPassword: 'secreta1',
  role: 'client',
  ...change,
})
